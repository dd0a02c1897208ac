import { hash } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { startAppForFile } from '../../../test/support/app.ts';
import { join, PASSWORD } from '../../../test/support/cast.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();
let names = 0;

async function register(password: string) {
  names += 1;
  const username = `person_${names}`;
  const email = `${username}@example.org`;
  return app
    .client()
    .call(auth.register, { body: { username, email, fullName: 'A Person', password } });
}

const login = async (password: string, username = `person_${names}`) =>
  app.client().call(auth.login, { body: { email: username, password } });

async function hashOf(username: string): Promise<string> {
  const row = await app.ctx.db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select('password_hash')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return row.password_hash;
}

describe('rules for passwords', () => {
  const good = [
    'x7$kQ!2m',
    'only lowercase letters',
    '        ',
    'пароль из слов',
    '密碼密碼密碼密碼',
    '🦆🦆🦆🦆🦆🦆🦆🦆',
    'a\0b\tc\nd and on',
    'é'.repeat(64),
    'x'.repeat(128),
    '👩‍👩‍👧‍👦 eight and more',
    "'; drop table users; --",
    '\u{10ffff}'.repeat(128),
  ];
  test.each(good)('%j is accepted', async (password) => {
    await register(password);
    await login(password);
    for (const wrong of [`${password}x`, password.slice(0, -1) || 'x', ` ${password}`]) {
      const { body } = await refusalOf(login(wrong));
      expect(['bad_credentials', 'bad_input']).toContain(body.code);
    }
  });

  const bad = [
    '',
    '1234567',
    'x'.repeat(129),
    '🦆🦆🦆🦆🦆🦆🦆',
    '\ud800 half a character',
    'x'.repeat(15_000),
  ];
  test.each(bad.map((password) => [JSON.stringify(password).slice(0, 20), password]))(
    '%s is refused',
    async (_, password) => {
      const { body } = await refusalOf(register(password));
      expect(body.code).toBe('bad_input');
      expect(body.errors?.[0]?.path).toBe('password');
    },
  );

  test('every byte counts, including the 73rd and the last', async () => {
    for (const length of [73, 128]) {
      await register(`${'x'.repeat(length - 1)}a`);
      await refusalOf(login(`${'x'.repeat(length - 1)}b`));
      await login(`${'x'.repeat(length - 1)}a`);
    }
  });

  test('common passwords are refused in any case', async () => {
    const common = dictionary['passwords-common'].filter((word) => word.length >= 8);
    expect(dictionary['passwords-common'].length).toBeGreaterThanOrEqual(3_000);
    for (const password of [
      common[0],
      common.at(-1),
      'password',
      'PassWord',
      'iloveyou',
      'password1',
    ] as string[]) {
      const { body } = await refusalOf(register(password));
      expect(body.message, password).toMatch(/too common/);
    }
  });

  test('a person’s own name and address are refused', async () => {
    for (const password of [
      `person_${names + 1}`,
      `PERSON_${names + 2}`,
      `person_${names + 3}@example.org`,
    ]) {
      expect((await refusalOf(register(password))).body.code).toBe('bad_input');
    }
  });
});

describe('stored hashes', () => {
  test('a hash is argon2id with strong parameters and its own salt', async () => {
    await register(PASSWORD);
    const one = await hashOf(`person_${names}`);
    await register(PASSWORD);
    const other = await hashOf(`person_${names}`);
    const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;
    const [, memory, passes, lanes, salt] = pattern.exec(one) ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
    expect(Number(lanes)).toBe(1);
    expect(Buffer.from(salt as string, 'base64').length).toBeGreaterThanOrEqual(16);
    expect(pattern.exec(other)?.[4]).not.toBe(salt);
  });

  test('the next login replaces a hash with old parameters', async () => {
    await register(PASSWORD);
    const username = `person_${names}`;
    const { id } = await app.ctx.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    const weak = await hash(PASSWORD, {
      algorithm: 2,
      memoryCost: 8_192,
      timeCost: 1,
      parallelism: 1,
    });
    await app.ctx.db
      .updateTable('accounts')
      .set({ password_hash: weak })
      .where('user_id', '=', id)
      .execute();
    await refusalOf(login('not this one', username));
    expect(await hashOf(username)).toBe(weak);
    // In parallel, so that each login finds a hash that another has just replaced.
    await Promise.all([1, 2, 3, 4].map(async () => login(PASSWORD, username)));
    const upgraded = await hashOf(username);
    expect(upgraded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await login(PASSWORD, username);
    expect(await hashOf(username)).toBe(upgraded);
  });
});

describe('letters with several Unicode forms', () => {
  const [composed, apart] = ['crème brûlée', 'crème brûlée'.normalize('NFD')];

  test('all forms of a letter are the same password', async () => {
    expect(apart).not.toBe(composed);
    await register(composed);
    await login(apart);
    await register(apart);
    await login(composed);
    await login(apart);
    await refusalOf(login('creme brulee'));
    const username = `person_${names}`;
    const changing = app.client();
    await changing.call(auth.login, { body: { email: username, password: composed } });
    await changing.call(auth.updatePassword, {
      body: { oldpassword: apart, newpassword: `${apart} two` },
    });
    await login(`${composed} two`);
  });

  test('a login accepts a hash from before normalization and replaces it', async () => {
    await register(PASSWORD);
    const username = `person_${names}`;
    await app.ctx.db
      .updateTable('accounts')
      .set({
        password_hash: await hash(apart, {
          algorithm: 2,
          memoryCost: 19_456,
          timeCost: 2,
          parallelism: 1,
        }),
      })
      .where('email', '=', `${username}@example.org`)
      .execute();
    await refusalOf(login(composed));
    await login(apart);
    await login(composed);
  });

  test('one wrong password counts once', async () => {
    expect((await refusalOf(register('é'.normalize('NFD').repeat(7)))).body.code).toBe('bad_input');
    await register('é'.normalize('NFD').repeat(128));
  });
});

describe('changing the password', () => {
  test('a change ends all other sessions and keeps this one', async () => {
    const dan = await join(app, 'dan');
    const other = app.client();
    await other.call(auth.login, { body: { email: 'dan', password: PASSWORD } });
    await dan.call(auth.updatePassword, {
      body: { oldpassword: PASSWORD, newpassword: 'an even longer passphrase' },
    });
    expect((await other.fetch('/api/auth/me')).status).toBe(401);
    expect((await dan.client.fetch('/api/auth/me')).status).toBe(200);
    await refusalOf(login(PASSWORD, 'dan'));
    await login('an even longer passphrase', 'dan');
  });

  test('a change needs the right old password and a good new one', async () => {
    const erin = await join(app, 'erin');
    const before = await hashOf('erin');
    const cases: [string, string, string, string][] = [
      ['not this one', 'an even longer passphrase', 'wrong_password', 'oldpassword'],
      ['', 'an even longer passphrase', 'bad_input', 'oldpassword'],
      [PASSWORD, 'short', 'bad_input', 'newpassword'],
      [PASSWORD, 'password1', 'bad_input', 'newpassword'],
      [PASSWORD, 'erin@example.org', 'bad_input', 'newpassword'],
    ];
    for (const [oldpassword, newpassword, code, path] of cases) {
      const { body } = await refusalOf(
        erin.call(auth.updatePassword, { body: { oldpassword, newpassword } }),
      );
      expect(body).toMatchObject({ code, errors: [{ path }] });
    }
    expect(await hashOf('erin')).toBe(before);
  });

  test('of two parallel changes with the same old password, one succeeds', async () => {
    const fay = await join(app, 'fay');
    const outcomes = await Promise.allSettled(
      ['first new passphrase', 'second new passphrase'].map(async (newpassword) =>
        fay.call(auth.updatePassword, { body: { oldpassword: PASSWORD, newpassword } }),
      ),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
