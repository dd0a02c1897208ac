import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { rateLimits } from '@roost/contract/limits';
import { startAppForFile } from '../../test/app.ts';
import { PASSWORD } from '../../test/cast.ts';
import { expectFailure } from '../../test/failure.ts';
import { tokenIn, waitForMails } from '../../test/mailbox.ts';

// Behind one proxy, so that a test can choose where it comes from.
const app = await startAppForFile({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
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
  await app.visitor().call(auth.register, { body }, { 'X-Forwarded-For': address });
}

async function tryFrom(
  address: string,
  email: string,
  password: string,
  visitor = app.visitor(),
): Promise<Response> {
  return visitor.fetch('/api/auth/login', {
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

describe('a known and an unknown account are not told apart', () => {
  test('by a failed sign-in', async () => {
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

  test('by what happens when there were too many', async () => {
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

describe('guessing', () => {
  test('at one account from many addresses ends after ten', async () => {
    await joinFrom(somewhere(), 'target');
    // By name and by address of mail, in any case: one account, one budget.
    const ways = ['target', 'TARGET', 'target@example.org', 'Target@Example.ORG', ' target '];
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

  test('at many accounts from one address ends after ten', async () => {
    const address = somewhere();
    expect(
      await statuses(TRIES + 3, async (n) => tryFrom(address, `somebody${n}`, 'guess')),
    ).toEqual([...Array<number>(TRIES).fill(401), ...Array<number>(3).fill(429)]);
    await joinFrom(somewhere(), 'neighbour');
    expect((await tryFrom(address, 'neighbour', PASSWORD)).status).toBe(429);
    expect((await tryFrom(somewhere(), 'neighbour', PASSWORD)).status).toBe(200);
  });

  test('from an address that is locked out locks nobody else out', async () => {
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

  test('all at once is counted as one by one', async () => {
    await joinFrom(somewhere(), 'parallel');
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => tryFrom(somewhere(), 'parallel', `guess ${n}`)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(TRIES);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - TRIES);
  });

  test('success takes nothing away, and does not wipe out failures', async () => {
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

  test('the old password at updatePassword is the same budget', async () => {
    await joinFrom(somewhere(), 'stolen');
    const visitor = app.visitor();
    await tryFrom(somewhere(), 'stolen', PASSWORD, visitor);
    const guess = async (n: number) =>
      visitor.fetch('/api/auth/updatePassword', {
        method: 'PATCH',
        body: JSON.stringify({ oldpassword: `guess ${n}`, newpassword: 'another passphrase' }),
        headers: { 'Content-Type': 'application/json' },
      });
    expect(await statuses(TRIES + 2, guess)).toEqual([...Array<number>(TRIES).fill(400), 429, 429]);
  });
});

describe('a throttle', () => {
  test('tells when to come back', async () => {
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

  test('lets the owner in by a reset, at the very address that was locked out', async () => {
    await joinFrom(somewhere(), 'proprietor');
    const address = somewhere();
    await statuses(TRIES + 3, async (n) => tryFrom(address, 'proprietor', `guess ${n}`));
    expect((await tryFrom(address, 'proprietor', PASSWORD)).status).toBe(429);
    const headers = { 'X-Forwarded-For': address };
    await app
      .visitor()
      .call(auth.forgetPassword, { body: { email: 'proprietor@example.org' } }, headers);
    const token = tokenIn((await waitForMails(app.dataFolder, 1)).at(-1) as string);
    const password = 'a passphrase I remember';
    await app
      .visitor()
      .call(
        auth.resetPassword,
        { params: { token }, body: { password, confirmpassword: password } },
        headers,
      );
    expect((await tryFrom(address, 'proprietor', password)).status).toBe(200);
    // What was tried at other accounts from there still counts.
    const spent = await statuses(TRIES + 1, async (n) =>
      tryFrom(address, `elsewhere${n}`, 'guess'),
    );
    expect(spent.at(-1)).toBe(429);
  });
});
