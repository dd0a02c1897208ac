import { register } from '@roost/contract/auth';
import { expect, test } from 'vitest';
import { startAppForFile } from '../../../server/test/support/app.ts';
import { PASSWORD } from '../../../server/test/support/cast.ts';
import { createTestDatabase } from '../../../server/test/support/database.ts';
import { commandsBeside, soon } from '../test-commands.ts';

const url = await createTestDatabase();
const app = await startAppForFile({ DATABASE_URL: url });
const { run, refused } = commandsBeside(app, url);

/** Tries to register. Returns the code of the refusal, or an empty text. */
async function codeOf(username: string, domain: string): Promise<string> {
  const body = { username, email: `${username}@${domain}`, fullName: 'New', password: PASSWORD };
  return app
    .client()
    .call(register, { body })
    .then(
      () => '',
      (error: { body: { code: string } }) => error.body.code,
    );
}

test('a blocked domain reaches the server within a second, and so does its end', async () => {
  expect(await codeOf('ann', 'fine.example')).toBe('');
  await run('blocks', 'add', '@Spam.Example');
  expect(await run('blocks', 'list')).toEqual({ mailDomains: ['spam.example'], addresses: [] });
  await soon(async () => expect(await codeOf('ben', 'spam.example')).toBe('mail_domain_blocked'));
  await run('blocks', 'remove', 'spam.example');
  await soon(async () => expect(await codeOf('cid', 'spam.example')).toBe(''));
});

test('a blocked address reaches the server within a second', async () => {
  await run('blocks', 'add', '127.0.0.0/8');
  await run('blocks', 'add', '::1');
  await soon(async () => expect(await codeOf('dan', 'fine.example')).toBe('address_blocked'));
  const lists = await run('blocks', 'remove', '127.0.0.9/8');
  expect(lists).toEqual({ mailDomains: [], addresses: ['::1/128'] });
  await run('blocks', 'remove', '::1/128');
});

test('refuses what is neither, and what is not blocked', async () => {
  for (const word of ['spam', '1.2.3', '1.2.3.4/40', 'a b.example', '::g'])
    expect(await refused('blocks', 'add', word), word).toContain(word);
  expect(await refused('blocks', 'remove', 'never.example')).toContain('not blocked');
});
