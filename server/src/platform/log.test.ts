import { expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { startAppForTest, withJobs } from '../../test/support/app.ts';
import { join, PASSWORD } from '../../test/support/cast.ts';
import { tokenIn, waitForMails } from '../../test/support/mailbox.ts';
import { readConfig } from '../config/config.ts';
import { makeLog } from './log.ts';
import { NOBODY } from '../../test/support/requests.ts';
import { refusalOf } from '../../test/support/test-client.ts';
import { connectAs } from '../../test/support/wire.ts';

const SECRETS = [
  'an altogether wrong passphrase',
  'a passphrase newly chosen',
  PASSWORD,
  'what nobody may read',
  'a secret search',
];

test('the log contains request ids and no secrets', async () => {
  const lines: string[] = [];
  const app = await startAppForTest(
    { ...withJobs, LOG_LEVEL: 'trace' },
    { logTo: { write: (line) => void lines.push(line) } },
  );
  const alice = await join(app, 'alice');
  const session = String(alice.client.cookie).split('=')[1] as string;
  await refusalOf(
    app.client().call(auth.login, { body: { email: 'alice', password: SECRETS[0] as string } }),
  );
  await alice.post('what nobody may read', 'followers');
  await alice.client.fetch(`/api/posts/feed?query=${encodeURIComponent('a secret search')}`);
  await alice.client.fetch(`/api/posts/${NOBODY}`);
  await connectAs(alice.client);
  // Names and texts in paths, and an address in the error of a mail server.
  for (const path of ['/api/users/getuser/alice', '/home/profile/alice', '/api/posts/hashtag/hush'])
    await alice.client.fetch(path);
  app.ctx.log.error({ err: new Error('550 <alice@example.org> is unknown') }, 'mail not sent');
  await app.client().call(auth.forgetPassword, { body: { email: 'alice@example.org' } });
  const token = tokenIn((await waitForMails(app.dataFolder, 1))[0] as string);
  // The page that a link opens, the request that it sends, and other spellings of both.
  const paths = [
    `/reset-password/${token}`,
    `/reset-password/${token}?next=${token}`,
    `/api/auth/resetPassword/${token}`,
    `/api/auth/reset%50assword/${token}`,
    `/api/auth/resetpassword/${token}/`,
    `/reset-password/%${token.charCodeAt(0).toString(16)}${token.slice(1)}`,
    `/x;${token}`,
    `/reset-password#${token}`,
  ];
  for (const path of paths) await app.client().fetch(path);
  const password = 'a passphrase newly chosen';
  await app
    .client()
    .call(auth.resetPassword, { params: { token }, body: { password, confirmpassword: password } });

  const text = lines.join('');
  for (const secret of [
    ...SECRETS,
    token,
    token.slice(1),
    session,
    'alice@example.org',
    'argon2id',
    'alice',
    'hush',
  ])
    expect(text).not.toContain(secret);
  const requests = lines
    .map((line) => JSON.parse(line) as { reqId?: string; req?: { url: string }; msg?: string })
    .filter(({ req }) => req);
  expect(requests.length).toBeGreaterThan(10);
  for (const { reqId } of requests) expect(reqId).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(requests.map(({ reqId }) => reqId)).size).toBeGreaterThan(10);
  // The log keeps what is not secret.
  expect(requests.some(({ req }) => req?.url === `/api/posts/${NOBODY}`)).toBe(true);
  expect(requests.some(({ req }) => req?.url === '/api/users/getuser/…')).toBe(true);
  expect(text).toContain('550 <…@…> is unknown');
  expect(text).toMatch(/mail written/);
});

test('a logged error has no fields of the driver', () => {
  const lines: string[] = [];
  const log = makeLog(readConfig({}), { write: (line) => void lines.push(line) });
  const error = Object.assign(new Error('connection lost', { cause: new Error('why') }), {
    code: '57P01',
    client: { connectionParameters: { password: 'hunter2-hunter2' } },
  });
  log.warn({ err: error }, 'database connection lost');
  expect(lines[0]).toContain('57P01');
  expect(lines[0]).toContain('why');
  expect(lines[0]).not.toContain('hunter2');
});
