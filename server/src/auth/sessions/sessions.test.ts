import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { startAppForFile, startAppForTest, type TestApp } from '../../../test/support/app.ts';
import { join, PASSWORD } from '../../../test/support/cast.ts';
import { expectFailure } from '../../../test/support/failure.ts';
import { isSignedIn, sessionOf, signIn, tokenOf } from '../../../test/support/sign-in.ts';
import { refusalOf, type TestClient } from '../../../test/support/test-client.ts';
import { closed, connectAs } from '../../../test/support/wire.ts';
import { earlier } from '../../platform/database/earlier.ts';
import { openSession } from './open-session.ts';
import { hashToken } from './session-tokens.ts';

const app = await startAppForFile();
const [alice, bob] = await Promise.all([join(app, 'alice'), join(app, 'bob')]);

const DAY = 86_400;

/** Moves the times of a client's session back by some days. */
async function age(
  client: TestClient,
  days: { created?: number; used?: number; expires?: number },
): Promise<void> {
  const hash = hashToken(tokenOf(client));
  await sql`
    update sessions set created_at = ${earlier('created_at', (days.created ?? 0) * DAY)},
      last_used_at = ${earlier('last_used_at', (days.used ?? 0) * DAY)},
      expires_at = ${earlier('expires_at', (days.expires ?? 0) * DAY)}
    where token_hash = ${hash}`.execute(app.ctx.db);
  // The cache must not hide the change.
  app.ctx.sessions.forgetAll();
}

describe('the session cookie', () => {
  const loginAs = async (to: TestApp) =>
    to.client().fetch('/api/auth/login', {
      method: 'POST',
      body: JSON.stringify({ email: 'alice', password: PASSWORD }),
      headers: { 'Content-Type': 'application/json' },
    });

  test('over http the session cookie is not Secure', async () => {
    const response = await loginAs(app);
    const [cookie = '', ...others] = response.headers.getSetCookie();
    expect(others.map((other) => other.split('=')[0])).toEqual(['roost-device']);
    expect(cookie).toMatch(/^roost=[\w-]{43}; /);
    const attributes = cookie.split('; ').slice(1).toSorted();
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=15552000', 'Path=/', 'SameSite=Lax']);
    // Only the cookie contains the token.
    const token = /=([\w-]{43});/.exec(cookie)?.[1] as string;
    expect(await response.text()).not.toContain(token);
    expect(
      [...response.headers].filter(
        ([name, value]) => name !== 'set-cookie' && value.includes(token),
      ),
    ).toEqual([]);
  });

  test('the device cookie comes second, has the same attributes and outlives the session', async () => {
    const [, device = ''] = (await loginAs(app)).headers.getSetCookie();
    expect(device).toMatch(/^roost-device=[\w-]{22}\.[\w-]{22}; /);
    expect(device.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=34560000',
      'Path=/',
      'SameSite=Lax',
    ]);
    const secure = await startAppForTest({ PUBLIC_URL: 'https://roost.example' });
    await join(secure, 'alice');
    const [, tied = ''] = (await loginAs(secure)).headers.getSetCookie();
    expect(tied).toMatch(/^__Host-roost-device=.*; Secure/);
  });

  test('the cookie over https is bound to its host', async () => {
    const secure = await startAppForTest({ PUBLIC_URL: 'https://roost.example' });
    await join(secure, 'alice');
    const [cookie = ''] = (await loginAs(secure)).headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-roost=[\w-]{43}; /);
    expect(cookie.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=15552000',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    // A cookie without the `__Host-` prefix opens nothing, because another host of the domain could have set it.
    const client = secure.client();
    client.cookie = cookie.split(';')[0]?.replace('__Host-', '');
    expect(await isSignedIn(client)).toBe(false);
  });

  test('the database holds only a hash of the token', async () => {
    const client = await signIn(app, bob);
    const rows = await sql<{ row: string }>`select sessions::text as row from sessions`.execute(
      app.ctx.db,
    );
    expect(rows.rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows.rows)).not.toContain(tokenOf(client));
    expect(await sessionOf(app, client)).toBeDefined();
  });

  test('a thousand tokens are unique and have no bias in their bits', async () => {
    const tokens: string[] = [];
    for (let n = 0; n < 1_000; n += 1) {
      tokens.push(await openSession(app.ctx, bob.id, { device: 'many', address: '::1' }));
    }
    expect(new Set(tokens).size).toBe(1_000);
    const bytes = tokens.map((token) => Buffer.from(token, 'base64url'));
    for (let bit = 0; bit < 256; bit += 1) {
      const ones = bytes.filter((each) => ((each[bit >> 3] as number) >> (bit & 7)) & 1).length;
      // Six standard deviations around 500.
      expect(Math.abs(ones - 500)).toBeLessThan(95);
    }
  });
});

describe('a login', () => {
  test('a login opens a new session and ends the one of this browser', async () => {
    const client = await signIn(app, alice);
    const before = client.cookie;
    await client.call(auth.login, { body: { email: 'alice', password: PASSWORD } });
    expect(client.cookie).not.toBe(before);
    const old = app.client();
    old.cookie = before;
    expect(await isSignedIn(old)).toBe(false);
    expect(await isSignedIn(client)).toBe(true);
  });

  test('a login never accepts a token from the browser', async () => {
    const client = app.client();
    const planted = `roost=${'a'.repeat(43)}`;
    client.cookie = planted;
    await client.call(auth.login, { body: { email: 'alice', password: PASSWORD } });
    expect(client.cookie).not.toBe(planted);
    client.cookie = planted;
    expect(await isSignedIn(client)).toBe(false);
  });

  test('a failed login leaves the current session open', async () => {
    const client = await signIn(app, alice);
    const before = client.cookie;
    await refusalOf(
      client.call(auth.login, { body: { email: 'alice', password: 'not this one' } }),
    );
    expect(client.cookie).toBe(before);
    expect(await isSignedIn(client)).toBe(true);
  });

  test('a login keeps the 20 newest sessions and ends the sockets of the others', async () => {
    const first = await signIn(app, bob);
    const socket = await connectAs(first);
    const closing = closed(socket);
    const opened = await Promise.all(
      Array.from({ length: 30 }, async () =>
        openSession(app.ctx, bob.id, { device: '', address: '::1' }),
      ),
    );
    await closing;
    expect(await isSignedIn(first)).toBe(false);
    const rows = await app.ctx.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', bob.id)
      .execute();
    // Parallel logins keep the limit too.
    expect(rows).toHaveLength(20);
    const hashes = new Set(opened.map((token) => hashToken(token).toString('hex')));
    expect(rows.every(({ token_hash: hash }) => hashes.has(hash.toString('hex')))).toBe(true);
  });
});

test('a login on a node with a slow clock keeps its own session', async () => {
  const carol = await join(app, 'carol');
  // Sessions of other nodes whose clocks are a day ahead.
  await sql`
    insert into sessions (id, token_hash, user_id, device, address, expires_at, created_at)
    select ('ffffffff-ffff-7fff-bfff-' || lpad(n::text, 12, '0'))::uuid, sha256(n::text::bytea), ${carol.id}, '', '',
      now() + interval '1 day', now() - interval '1 hour'
    from generate_series(1, 20) n`.execute(app.ctx.db);
  const client = await signIn(app, carol);
  expect(await isSignedIn(client)).toBe(true);
  const { rows } = await sql`select from sessions where user_id = ${carol.id}`.execute(app.ctx.db);
  expect(rows).toHaveLength(20);
});

describe('the end of a session', () => {
  test('a logout ends its own session and sockets only', async () => {
    const [here, there] = [await signIn(app, alice), await signIn(app, alice)];
    const [mine, other] = [await connectAs(here), await connectAs(there)];
    const cookie = here.cookie;
    const closing = closed(mine);
    const response = await here.fetch('/api/auth/logout', { method: 'POST' });
    expect(response.status).toBe(200);
    expect(response.headers.get('clear-site-data')).toBe('"cache"');
    expect(response.headers.getSetCookie().join()).toMatch(/^roost=; .*Expires=Thu, 01 Jan 1970/);
    await closing;
    here.cookie = cookie;
    expect(await isSignedIn(here)).toBe(false);
    expect(await isSignedIn(there)).toBe(true);
    expect(other.connected).toBe(true);
  });

  test('a logout without a session succeeds', async () => {
    for (const cookie of [undefined, 'roost=x', 'roost=']) {
      const client = app.client();
      client.cookie = cookie;
      expect((await client.fetch('/api/auth/logout', { method: 'POST' })).status).toBe(200);
    }
  });

  test('a session ends after 30 days without use', async () => {
    const client = await signIn(app, alice);
    await age(client, { created: 30, used: 30, expires: 30 });
    await expectFailure(await client.fetch('/api/auth/me'), 'unauthenticated');
    await expect(connectAs(client)).rejects.toThrow();
    const sessions = await alice.call(auth.listSessions, {});
    expect(sessions.data.map(({ _id }) => _id)).not.toContain((await sessionOf(app, client))?.id);
  });

  test('use extends a session, with one write in ten minutes at most', async () => {
    const client = await signIn(app, alice);
    await age(client, { created: 29, used: 29, expires: 29 });
    expect(await isSignedIn(client)).toBe(true);
    const { expires_at: expiry } = (await sessionOf(app, client))!;
    expect(expiry.getTime() - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
    expect(expiry.getTime() - Date.now()).toBeLessThan(30.1 * 86_400_000);
    await isSignedIn(client);
    expect((await sessionOf(app, client))?.expires_at).toEqual(expiry);
  });

  test('a session ends after 180 days despite use', async () => {
    const client = await signIn(app, alice);
    await age(client, { created: 179, used: 1, expires: 1 });
    expect(await isSignedIn(client)).toBe(true);
    const { expires_at: expiry } = (await sessionOf(app, client))!;
    expect(expiry.getTime() - Date.now()).toBeLessThan(86_400_000 + 60_000);
  });
});
