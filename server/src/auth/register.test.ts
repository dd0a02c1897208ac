import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { startAppForFile } from '../../test/support/app.ts';
import { join, PASSWORD } from '../../test/support/cast.ts';
import { expectFailure } from '../../test/support/failure.ts';
import { refusalOf } from '../../test/support/test-client.ts';

const app = await startAppForFile();
await join(app, 'Alice');

const good = {
  username: 'new_person',
  email: 'new@example.org',
  fullName: 'New Person',
  password: PASSWORD,
};

const register = async (fields: Partial<typeof good> & Record<string, unknown>) =>
  app.client().call(auth.register, { body: { ...good, ...fields } });

async function registerBare(body: unknown): Promise<Response> {
  return app.client().fetch('/api/auth/register', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });
}

describe('names and addresses that are taken', () => {
  test.each(['Alice', 'alice', 'ALICE', 'aLiCe'])('the username %s is taken', async (username) => {
    const { status, body } = await refusalOf(register({ username }));
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'username_taken', errors: [{ path: 'username' }] });
  });

  test.each([
    'Alice@example.org',
    'alice@example.org',
    'ALICE@EXAMPLE.ORG',
    '  alice@Example.Org ',
  ])('the address %s is taken', async (email) => {
    const { status, body } = await refusalOf(register({ email }));
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'email_taken', errors: [{ path: 'email' }] });
  });

  test.each(['admin', 'API', 'Login', 'support', 'me', 'undefined', 'roost', 'Settings'])(
    'the username %s is reserved',
    async (username) => {
      const { status } = await refusalOf(register({ username }));
      // Two letters are too short anyway.
      expect([400, 409]).toContain(status);
    },
  );

  const races: [string, (n: number) => Partial<typeof good>, string][] = [
    [
      'username',
      (n) => ({ username: n % 2 ? 'racer' : 'RACER', email: `racer${n}@example.org` }),
      'username_taken',
    ],
    [
      'email',
      (n) => ({
        username: `driver${n}`,
        email: n % 2 ? 'driver@example.org' : 'Driver@Example.org',
      }),
      'email_taken',
    ],
  ];
  test.each(races)(
    'of fifty parallel registrations with one %s, one succeeds',
    async (_, fields, code) => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, async (__, n) => registerBare({ ...good, ...fields(n) })),
      );
      const codes = await Promise.all(
        answers.map(async (answer) =>
          answer.status === 201 ? 'created' : (await expectFailure(answer)).code,
        ),
      );
      expect(codes.filter((each) => each === 'created')).toHaveLength(1);
      expect(codes.filter((each) => each === code)).toHaveLength(49);
      const users = await app.ctx.db.selectFrom('users').select('id').execute();
      for (const table of ['accounts', 'user_stats'] as const) {
        expect(await app.ctx.db.selectFrom(table).select('user_id').execute()).toHaveLength(
          users.length,
        );
      }
    },
  );
});

describe('refusals name their field', () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ username: 'ab' }, 'username'],
    [{ username: 'x'.repeat(31) }, 'username'],
    [{ username: 'with space' }, 'username'],
    [{ username: 'mïxed' }, 'username'],
    [{ username: 'а_cyrillic' }, 'username'],
    [{ username: 'a-b-c' }, 'username'],
    [{ username: 'abc\n' }, 'username'],
    [{ username: 'abc\0' }, 'username'],
    [{ username: ['abc'] }, 'username'],
    [{ fullName: '' }, 'fullName'],
    [{ fullName: ' \n\t ' }, 'fullName'],
    [{ fullName: 'x'.repeat(51) }, 'fullName'],
    [{ fullName: `a${'\u0301'.repeat(1_000)}` }, 'fullName'],
    [{ fullName: 7 }, 'fullName'],
    [{ email: 'x'.repeat(250) + '@a.org' }, 'email'],
  ];
  test.each(cases)('refuses %j', async (fields, path) => {
    const answer = await registerBare({ ...good, ...fields });
    const body = await expectFailure(answer, 'bad_input');
    expect(body.errors?.map((error) => error.path)).toContain(path);
  });

  const addresses = [
    '',
    'x',
    'a@b',
    '@example.org',
    'a@',
    'a b@example.org',
    '"a@b"@example.org',
    '"quoted"@example.org',
    'a%b.org@example.org',
    'a@b@example.org',
    '=?utf-8?q?x?=@example.org',
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org\nb',
    'a@example.org,b@example.org',
    'a@example.org;b@example.org',
    'a@example.org b@example.org',
    '<a@example.org>',
    'Name <a@example.org>',
    'ä@example.org',
    'a@exämple.org',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@-example.org',
    '.a@example.org',
    'a..b@example.org',
    'a.@example.org',
    'a@example..org',
    'a@.org',
    'a@example.org.',
    'a(comment)@example.org',
    'a\0@example.org',
    'a!b@example.org',
    'a@example.org\u2028',
    'a@example。org',
    'ａ@example.org',
  ];
  test.each(addresses)('accepts or refuses the address %j', async (email) => {
    const answer = await registerBare({ ...good, username: 'addressed', email });
    if (answer.status === 201) {
      // An accepted value is stored exactly, apart from blanks around it.
      const row = await app.ctx.db
        .selectFrom('accounts')
        .select('email')
        .where('email', '=', email.trim())
        .executeTakeFirst();
      expect(row?.email).toMatch(/^[\x21-\x7e]+$/);
    } else {
      await expectFailure(answer, 'bad_input');
    }
  });

  test('none of these requests created an account', async () => {
    const rows = await app.ctx.db.selectFrom('accounts').select('email').execute();
    expect(rows.filter(({ email }) => !/^[a-z0-9]+@example\.org$/i.test(email))).toEqual([]);
  });
});

test('unknown fields are not stored', async () => {
  const planted = {
    _id: '01890a5d-ac96-774b-bcce-b302099a8057',
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    userId: 'x',
    role: 'admin',
    verified: true,
    isActive: true,
    premium: { isActive: true },
    premium_until: '2099-01-01',
    subscription: { isActive: true },
    createdAt: '2001-01-01',
    created_at: '2001-01-01',
    followersCount: 1e6,
    followers_count: 1e6,
    stats: { followersCount: 1e6 },
    bio: 'planted',
    avatar: 'http://evil.example/x.png',
    password_hash: 'x',
    messagePreference: 'no one',
    __proto__: { isAdmin: true },
  };
  const { userId } = await register({
    ...planted,
    username: 'planter',
    email: 'planter@example.org',
  });
  expect(userId).not.toBe(planted._id);
  const user = await app.ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(user).toMatchObject({
    username: 'planter',
    full_name: 'New Person',
    bio: '',
    avatar: null,
    premium_until: null,
    message_preference: 'everyone',
  });
  expect(Date.now() - user.created_at.getTime()).toBeLessThan(60_000);
  const stats = await app.ctx.db
    .selectFrom('user_stats')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(stats).toMatchObject({ followers_count: 0, following_count: 0, public_posts_count: 0 });
  const { subscription } = await app
    .client()
    .call(auth.login, { body: { email: 'planter', password: PASSWORD } });
  expect(subscription).toEqual({ isActive: false });
});

test('a username keeps its case, and lookups ignore the case', async () => {
  await register({ username: 'MixedCase', email: 'Mixed@Example.org', fullName: '  Spaced Name ' });
  for (const email of ['mixedcase', 'MIXEDCASE', 'mixed@example.org', ' MIXED@EXAMPLE.ORG ']) {
    const { username } = await app
      .client()
      .call(auth.login, { body: { email, password: PASSWORD } });
    expect(username).toBe('MixedCase');
  }
});
