import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { startAppForFile, startAppForTest, type TestApp } from '../../test/app.ts';
import { join, PASSWORD } from '../../test/cast.ts';
import { expectFailure } from '../../test/failure.ts';
import { isSignedIn, sessionOf, signIn, tokenOf } from '../../test/sign-in.ts';
import { refusalOf, type Visitor } from '../../test/visitor.ts';
import { closed, connectAs } from '../../test/wire.ts';
import { earlier } from '../db/earlier.ts';
import { openSession, hashToken } from './sessions.ts';

const app = await startAppForFile();
const [alice, bob] = await Promise.all([join(app, 'alice'), join(app, 'bob')]);

const DAY = 86_400;

/** Sets times of a visitor's session back by this many days. */
async function age(
  visitor: Visitor,
  days: { created?: number; used?: number; expires?: number },
): Promise<void> {
  const hash = hashToken(tokenOf(visitor));
  await sql`
    update sessions set created_at = ${earlier('created_at', (days.created ?? 0) * DAY)},
      last_used_at = ${earlier('last_used_at', (days.used ?? 0) * DAY)},
      expires_at = ${earlier('expires_at', (days.expires ?? 0) * DAY)}
    where token_hash = ${hash}`.execute(app.ctx.db);
  // Time passes for what is remembered, too.
  app.ctx.sessions.forgetAll();
}

describe('the cookie', () => {
  const loginAs = async (to: TestApp) =>
    to.visitor().fetch('/api/auth/login', {
      method: 'POST',
      body: JSON.stringify({ email: 'alice', password: PASSWORD }),
      headers: { 'Content-Type': 'application/json' },
    });

  test('over http', async () => {
    const response = await loginAs(app);
    const [cookie = '', ...others] = response.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^roost=[\w-]{43}; /);
    const attributes = cookie.split('; ').slice(1).toSorted();
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=15552000', 'Path=/', 'SameSite=Lax']);
    // The token is nowhere else.
    const token = /=([\w-]{43});/.exec(cookie)?.[1] as string;
    expect(await response.text()).not.toContain(token);
    expect(
      [...response.headers].filter(
        ([name, value]) => name !== 'set-cookie' && value.includes(token),
      ),
    ).toEqual([]);
  });

  test('over https it is tied to the host', async () => {
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
    // The name without the prefix, which another host of the domain could have set, opens nothing.
    const visitor = secure.visitor();
    visitor.cookie = cookie.split(';')[0]?.replace('__Host-', '');
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('its token is kept as a hash only', async () => {
    const visitor = await signIn(app, bob);
    const rows = await sql<{ row: string }>`select sessions::text as row from sessions`.execute(
      app.ctx.db,
    );
    expect(rows.rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows.rows)).not.toContain(tokenOf(visitor));
    expect(await sessionOf(app, visitor)).toBeDefined();
  });

  test('a thousand tokens: none twice, no bias in their bits', async () => {
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

describe('a sign-in', () => {
  test('makes a new session, and ends the one this browser had', async () => {
    const visitor = await signIn(app, alice);
    const before = visitor.cookie;
    await visitor.call(auth.login, { body: { email: 'alice', password: PASSWORD } });
    expect(visitor.cookie).not.toBe(before);
    const old = app.visitor();
    old.cookie = before;
    expect(await isSignedIn(old)).toBe(false);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('never takes a token the browser brought', async () => {
    const visitor = app.visitor();
    const planted = `roost=${'a'.repeat(43)}`;
    visitor.cookie = planted;
    await visitor.call(auth.login, { body: { email: 'alice', password: PASSWORD } });
    expect(visitor.cookie).not.toBe(planted);
    visitor.cookie = planted;
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('that fails leaves the session there is', async () => {
    const visitor = await signIn(app, alice);
    const before = visitor.cookie;
    await refusalOf(
      visitor.call(auth.login, { body: { email: 'alice', password: 'not this one' } }),
    );
    expect(visitor.cookie).toBe(before);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('keeps the 20 newest sessions, and ends the sockets of the others', async () => {
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
    // Also when they all come at once.
    expect(rows).toHaveLength(20);
    const hashes = new Set(opened.map((token) => hashToken(token).toString('hex')));
    expect(rows.every(({ token_hash: hash }) => hashes.has(hash.toString('hex')))).toBe(true);
  });
});

describe('a session ends', () => {
  test('at logout, with its sockets, and no other', async () => {
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

  test('and a logout without one is a success', async () => {
    for (const cookie of [undefined, 'roost=x', 'roost=']) {
      const visitor = app.visitor();
      visitor.cookie = cookie;
      expect((await visitor.fetch('/api/auth/logout', { method: 'POST' })).status).toBe(200);
    }
  });

  test('after 30 days without use', async () => {
    const visitor = await signIn(app, alice);
    await age(visitor, { created: 30, used: 30, expires: 30 });
    await expectFailure(await visitor.fetch('/api/auth/me'), 'unauthenticated');
    await expect(connectAs(visitor)).rejects.toThrow();
    const sessions = await alice.call(auth.listSessions, {});
    expect(sessions.data.map(({ _id }) => _id)).not.toContain((await sessionOf(app, visitor))?.id);
  });

  test('which use puts off, noted every ten minutes at most', async () => {
    const visitor = await signIn(app, alice);
    await age(visitor, { created: 29, used: 29, expires: 29 });
    expect(await isSignedIn(visitor)).toBe(true);
    const { expires_at: expiry } = (await sessionOf(app, visitor))!;
    expect(expiry.getTime() - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
    expect(expiry.getTime() - Date.now()).toBeLessThan(30.1 * 86_400_000);
    await isSignedIn(visitor);
    expect((await sessionOf(app, visitor))?.expires_at).toEqual(expiry);
  });

  test('after 180 days whatever its use', async () => {
    const visitor = await signIn(app, alice);
    await age(visitor, { created: 179, used: 1, expires: 1 });
    expect(await isSignedIn(visitor)).toBe(true);
    const { expires_at: expiry } = (await sessionOf(app, visitor))!;
    expect(expiry.getTime() - Date.now()).toBeLessThan(86_400_000 + 60_000);
  });
});
