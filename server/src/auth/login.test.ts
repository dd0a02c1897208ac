// Long because its tests share one app and its members.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as auth from '@roost/contract/auth';
import { AppError } from '@roost/contract/errors';
import { rateLimits } from '@roost/contract/rate-limits';
import { startAppForFile, withJobs } from '../../test/support/app.ts';
import { PASSWORD } from '../../test/support/cast.ts';
import { expectFailure } from '../../test/support/failure.ts';
import { mailsAbout, tokenIn } from '../../test/support/mailbox.ts';

// The app trusts a proxy, so that a test can choose its address.
const app = await startAppForFile({ ...withJobs, RATE_LIMITS: 'on', TRUST_PROXY: '1' });
let addresses = 0;

const TRIES = rateLimits.loginFailures.points;
const somewhere = () => `10.0.${(addresses += 1) >> 8}.${addresses & 255}`;

async function joinFrom(address: string, username: string): Promise<void> {
  const body = {
    username,
    email: `${username}@example.org`,
    fullName: 'A Person',
    password: PASSWORD,
  };
  await app.client().call(auth.register, { body }, { 'X-Forwarded-For': address });
}

async function tryFrom(
  address: string,
  email: string,
  password: string,
  client = app.client(),
): Promise<Response> {
  return client.fetch('/api/auth/login', {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
  });
}

async function statuses(
  count: number,
  attempt: (n: number) => Promise<Response>,
): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < count; n += 1) found.push((await attempt(n)).status);
  return found;
}

describe('known and unknown accounts get the same answers', () => {
  test('after a failed login', async () => {
    await joinFrom(somewhere(), 'known');
    const seen = [];
    for (const email of ['known', 'known@example.org', 'unknown', 'unknown@example.org']) {
      const response = await tryFrom(somewhere(), email, 'not the password');
      expect(response.status).toBe(401);
      seen.push({ body: await response.text(), headers: [...response.headers.keys()].toSorted() });
    }
    expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(JSON.parse(seen[0]!.body)).toEqual({
      status: 'fail',
      message: 'Incorrect email or password.',
      code: 'bad_credentials',
    });
  });

  test('after too many failed logins', async () => {
    await joinFrom(somewhere(), 'guarded');
    const ends = [];
    for (const email of ['guarded', 'unguarded']) {
      expect(await statuses(TRIES, async () => tryFrom(somewhere(), email, 'not it'))).toEqual(
        Array(TRIES).fill(401),
      );
      const response = await tryFrom(somewhere(), email, 'not it');
      ends.push({
        status: response.status,
        body: await response.text(),
        headers: [...response.headers.keys()].toSorted(),
      });
    }
    expect(ends[0]).toEqual(ends[1]);
    expect(ends[0]?.status).toBe(429);
  });
});

describe('limits on password guessing', () => {
  test('guesses at one account from many addresses end after ten', async () => {
    await joinFrom(somewhere(), 'target');
    // Any case counts.
    const ways = ['target', 'TARGET', ' target '];
    const found = await statuses(TRIES + 5, async (n) =>
      tryFrom(somewhere(), ways[n % ways.length] as string, `guess ${n}`),
    );
    expect(found).toEqual([...Array<number>(TRIES).fill(401), ...Array<number>(5).fill(429)]);
    // The right password gets the same answer.
    const right = await tryFrom(somewhere(), 'target', PASSWORD);
    const wrong = await tryFrom(somewhere(), 'target', 'not it');
    expect(right.status).toBe(429);
    expect(right.headers.getSetCookie()).toEqual([]);
    expect(await right.text()).toBe(await wrong.text());
  });

  test('a locked username does not tell which email address it has', async () => {
    await joinFrom(somewhere(), 'private');
    await statuses(TRIES, async () => tryFrom(somewhere(), 'private', 'guess'));
    expect((await tryFrom(somewhere(), 'private', 'guess')).status).toBe(429);
    const ways = ['private@example.org', 'Private@Example.ORG'];
    expect(
      await statuses(TRIES + 1, async (n) => tryFrom(somewhere(), String(ways[n % 2]), 'guess')),
    ).toEqual([...Array<number>(TRIES).fill(401), 429]);
  });

  test('guesses at many accounts from one address end after ten', async () => {
    const address = somewhere();
    expect(
      await statuses(TRIES + 3, async (n) => tryFrom(address, `somebody${n}`, 'guess')),
    ).toEqual([...Array<number>(TRIES).fill(401), ...Array<number>(3).fill(429)]);
    await joinFrom(somewhere(), 'neighbour');
    expect((await tryFrom(address, 'neighbour', PASSWORD)).status).toBe(429);
    expect((await tryFrom(somewhere(), 'neighbour', PASSWORD)).status).toBe(200);
  });

  test('a locked address cannot lock other accounts', async () => {
    const address = somewhere();
    await joinFrom(somewhere(), 'bystander');
    await statuses(TRIES, async (n) => tryFrom(address, `anybody${n}`, 'guess'));
    expect(
      await statuses(TRIES + 2, async () => tryFrom(address, 'bystander', 'guess')),
    ).not.toContain(401);
    expect((await tryFrom(somewhere(), 'bystander', PASSWORD)).status).toBe(200);
  });

  test('an IPv6 network counts as one address', async () => {
    const found = await statuses(TRIES + 2, async (n) =>
      tryFrom(`2001:db8:1:2::${n.toString(16)}`, `six${n}`, 'guess'),
    );
    expect(found.slice(TRIES)).toEqual([429, 429]);
    expect((await tryFrom('2001:db8:1:3::1', 'six', 'guess')).status).toBe(401);
  });

  test('parallel guesses count like sequential ones', async () => {
    await joinFrom(somewhere(), 'parallel');
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => tryFrom(somewhere(), 'parallel', `guess ${n}`)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(TRIES);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - TRIES);
  });

  test('a successful login takes no points and does not reset failures', async () => {
    const address = somewhere();
    await joinFrom(somewhere(), 'regular');
    expect(
      await statuses(TRIES + 5, async () => tryFrom(address, 'regular', PASSWORD)),
    ).not.toContain(429);
    expect(await statuses(TRIES, async () => tryFrom(address, 'regular', 'typo'))).not.toContain(
      429,
    );
    expect((await tryFrom(address, 'regular', PASSWORD)).status).toBe(429);
  });

  test('the old password at updatePassword has the same kind of budget', async () => {
    await joinFrom(somewhere(), 'stolen');
    const client = app.client();
    await tryFrom(somewhere(), 'stolen', PASSWORD, client);
    const guess = async (n: number) =>
      client.fetch('/api/auth/updatePassword', {
        method: 'PATCH',
        body: JSON.stringify({ oldpassword: `guess ${n}`, newpassword: 'another passphrase' }),
        headers: { 'Content-Type': 'application/json' },
      });
    expect(await statuses(TRIES + 2, guess)).toEqual([...Array<number>(TRIES).fill(400), 429, 429]);
  });
});

describe('changing the password', () => {
  /** Signs somebody in. Returns a function that tries to change their password with a given old one. */
  async function changer(username: string) {
    await joinFrom(somewhere(), username);
    const client = app.client();
    await tryFrom(somewhere(), username, PASSWORD, client);
    return async (oldpassword: string) =>
      client.fetch('/api/auth/updatePassword', {
        method: 'PATCH',
        body: JSON.stringify({ oldpassword, newpassword: 'another passphrase' }),
        headers: { 'Content-Type': 'application/json' },
      });
  }

  test('a full hashing queue takes no points', async () => {
    const change = await changer('crowded');
    const verify = vi.spyOn(app.ctx.hashing, 'verify');
    onTestFinished(() => verify.mockRestore());
    verify.mockRejectedValue(new AppError('unavailable', { retryAfter: 3 }));
    expect(new Set(await statuses(TRIES + 2, async () => change(PASSWORD)))).toEqual(
      new Set([503]),
    );
    verify.mockRestore();
    expect((await change(PASSWORD)).status).toBe(200);
  });

  test('a password that keeps changing meanwhile gives 503 and returns the point', async () => {
    const change = await changer('hasty');
    const wrong = async () => change('not this one');
    expect(await statuses(5, wrong)).toEqual(Array(5).fill(400));
    const verify = app.ctx.hashing.verify.bind(app.ctx.hashing);
    const changing = vi.spyOn(app.ctx.hashing, 'verify').mockImplementation(async (...compared) => {
      const isRight = await verify(...compared);
      const password_hash = await app.ctx.hashing.hash(PASSWORD, compared[2]);
      await app.ctx.db
        .updateTable('accounts')
        .set({ password_hash })
        .where('password_hash', '=', compared[0])
        .execute();
      return isRight;
    });
    onTestFinished(() => changing.mockRestore());
    await expectFailure(await change(PASSWORD), 'unavailable');
    changing.mockRestore();
    const left = TRIES - 5;
    expect(await statuses(left + 1, wrong)).toEqual([...Array(left).fill(400), 429]);
  });
});

describe('a device that the account knows', () => {
  /** Returns the device cookie that a login sets. */
  const deviceOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('roost-device='))
      ?.split(';')[0];
  const signInOnDevice = async (username: string) => {
    await joinFrom(somewhere(), username);
    return deviceOf(await tryFrom(somewhere(), username, PASSWORD));
  };
  const tryOn = async (device: string | undefined, name: string, password: string, from = '') => {
    const client = app.client();
    client.cookie = device;
    return tryFrom(from || somewhere(), name, password, client);
  };
  const strangersTry = async (name: string, address?: string) =>
    statuses(TRIES + 2, async (n) => tryFrom(address ?? somewhere(), name, `guess ${n}`));

  test('a known device lets its owner in while strangers lock account and address', async () => {
    const device = await signInOnDevice('homely');
    const address = somewhere();
    expect((await strangersTry('homely')).at(-1)).toBe(429);
    expect((await strangersTry('somebody', address)).at(-1)).toBe(429);
    expect((await tryFrom(address, 'homely', PASSWORD)).status).toBe(429);
    expect((await tryOn(device, 'homely', PASSWORD, address)).status).toBe(200);
  });

  test('a known device has its own budget', async () => {
    const device = await signInOnDevice('clumsy');
    expect(await statuses(TRIES + 2, async (n) => tryOn(device, 'clumsy', `typo ${n}`))).toEqual([
      ...Array<number>(TRIES).fill(401),
      429,
      429,
    ]);
    expect((await tryOn(device, 'clumsy', PASSWORD)).status).toBe(429);
    // The other budgets are full.
    expect((await tryFrom(somewhere(), 'clumsy', PASSWORD)).status).toBe(200);
  });

  test('a device is known only to the accounts that signed in there', async () => {
    const device = await signInOnDevice('intruder');
    await joinFrom(somewhere(), 'victim');
    const found = await statuses(TRIES + 2, async (n) => tryOn(device, 'victim', `guess ${n}`));
    expect(found.slice(TRIES)).toEqual([429, 429]);
    const [id = '', tag = ''] = device?.replace('roost-device=', '').split('.') ?? [];
    for (const forged of [`${id}.${'A'.repeat(22)}`, `${'A'.repeat(22)}.${tag}`, id, '', '...'])
      expect((await tryOn(`roost-device=${forged}`, 'victim', PASSWORD)).status).toBe(429);
  });

  test('a device knows several accounts', async () => {
    const first = await signInOnDevice('sister');
    await joinFrom(somewhere(), 'brother');
    const both = deviceOf(await tryOn(first, 'brother', PASSWORD));
    for (const name of ['sister', 'brother']) {
      await strangersTry(name);
      expect((await tryOn(both, name, PASSWORD)).status).toBe(200);
    }
    expect((await tryOn(first, 'brother', PASSWORD)).status).toBe(429);
  });

  test('a device becomes unknown after a password change on another device', async () => {
    const device = await signInOnDevice('careful');
    const client = app.client();
    await tryFrom(somewhere(), 'careful', PASSWORD, client);
    const password = 'another passphrase';
    const changed = await client.fetch('/api/auth/updatePassword', {
      method: 'PATCH',
      body: JSON.stringify({ oldpassword: PASSWORD, newpassword: password }),
      headers: { 'Content-Type': 'application/json' },
    });
    await strangersTry('careful');
    expect((await tryOn(device, 'careful', password)).status).toBe(429);
    // The device that changed the password stays known, and its session stays open.
    expect((await tryOn(deviceOf(changed), 'careful', password)).status).toBe(200);
    expect((await client.fetch('/api/auth/me')).status).toBe(200);
  });
});

test('strangers’ failures do not prevent a password change', async () => {
  await joinFrom(somewhere(), 'changing');
  const client = app.client();
  await tryFrom(somewhere(), 'changing', PASSWORD, client);
  await statuses(TRIES + 2, async () => tryFrom(somewhere(), 'changing', 'guess'));
  await client.call(auth.updatePassword, {
    body: { oldpassword: PASSWORD, newpassword: 'another passphrase' },
  });
});

test('a full queue of password checks answers 503 with Retry-After, and counts no failed login', async () => {
  await joinFrom(somewhere(), 'unlucky');
  const address = somewhere();
  const full = vi
    .spyOn(app.ctx.hashing, 'verify')
    .mockRejectedValue(new AppError('unavailable', { retryAfter: 3 }));
  for (let n = 0; n < TRIES + 2; n += 1) {
    const response = await tryFrom(address, 'unlucky', PASSWORD);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3']);
  }
  full.mockRestore();
  expect((await tryFrom(address, 'unlucky', PASSWORD)).status).toBe(200);
});

test('a login runs the same statements for known and unknown accounts', async () => {
  await joinFrom(somewhere(), 'present');
  const statementsOf = async (email: string) => {
    app.statements.length = 0;
    expect((await tryFrom(somewhere(), email, 'not it')).status).toBe(401);
    return [...app.statements];
  };
  for (const [known, unknown] of [
    ['present', 'absent'],
    ['present@example.org', 'absent@example.org'],
  ] as const) {
    const statements = await statementsOf(known);
    expect(statements).toHaveLength(2);
    expect(await statementsOf(unknown)).toEqual(statements);
  }
});

describe('rate limiting', () => {
  test('a refusal has a Retry-After', async () => {
    const address = somewhere();
    await statuses(TRIES, async (n) => tryFrom(address, `waiting${n}`, 'guess'));
    const response = await tryFrom(address, 'waiting', 'guess');
    await expectFailure(response, 'rate_limited');
    const wait = Number(response.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(rateLimits.loginFailures.per - 60);
    expect(wait).toBeLessThanOrEqual(rateLimits.loginFailures.per);
    expect(response.headers.get('ratelimit-limit')).toBe(String(TRIES));
    expect(response.headers.get('ratelimit-remaining')).toBe('0');
    expect(response.headers.get('ratelimit-reset')).toBe(String(wait));
  });

  test('a reset lets the owner in, even at an address that was locked', async () => {
    await joinFrom(somewhere(), 'proprietor');
    const address = somewhere();
    await statuses(TRIES + 3, async (n) => tryFrom(address, 'proprietor', `guess ${n}`));
    expect((await tryFrom(address, 'proprietor', PASSWORD)).status).toBe(429);
    const headers = { 'X-Forwarded-For': address };
    await app
      .client()
      .call(auth.forgetPassword, { body: { email: 'proprietor@example.org' } }, headers);
    const [mail] = await mailsAbout(app.dataFolder, 'Choose a new password for Roost');
    const token = tokenIn(String(mail));
    const password = 'a passphrase I remember';
    await app
      .client()
      .call(
        auth.resetPassword,
        { params: { token }, body: { password, confirmpassword: password } },
        headers,
      );
    expect((await tryFrom(address, 'proprietor', password)).status).toBe(200);
    // Failures at other accounts from this address still count.
    const spent = await statuses(TRIES + 1, async (n) =>
      tryFrom(address, `elsewhere${n}`, 'guess'),
    );
    expect(spent.at(-1)).toBe(429);
  });
});
