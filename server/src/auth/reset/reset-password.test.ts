import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import * as auth from '@roost/contract/auth';
import { rateLimits } from '@roost/contract/rate-limits';
import {
  startAppForFile,
  startAppForTest,
  type TestApp,
  withJobs,
} from '../../../test/support/app.ts';
import { join, PASSWORD } from '../../../test/support/cast.ts';
import { expectFailure } from '../../../test/support/failure.ts';
import {
  askForReset,
  mailsIn,
  resetMailFor,
  tokenIn,
  waitForMails,
} from '../../../test/support/mailbox.ts';
import { storedJobs } from '../../../test/support/vendor-graphile-worker.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { closed, connectAs } from '../../../test/support/wire.ts';
import { earlier } from '../../platform/database/earlier.ts';
import { requestReset } from './request-reset.ts';
import { sendPasswordReset } from './send-reset-mail.ts';
import { hashToken } from '../sessions/session-tokens.ts';
import { sendPasswordResetJob } from './reset.jobs.ts';

const app = await startAppForFile(withJobs);

const NEW = 'a passphrase newly chosen';

const useToken = async (token: string, password = NEW, confirmpassword = password) =>
  app.client().call(auth.resetPassword, { params: { token }, body: { password, confirmpassword } });

const canSignIn = async (email: string, password: string) =>
  app
    .client()
    .call(auth.login, { body: { email, password } })
    .then(
      () => true,
      () => false,
    );

describe('a reset link', () => {
  test('a link works once, and the case of the address does not matter', async () => {
    await join(app, 'alice');
    const mail = await resetMailFor(app, 'ALICE@Example.org');
    const token = tokenIn(mail);
    await useToken(token);
    expect(await canSignIn('alice', NEW)).toBe(true);
    expect(await canSignIn('alice', PASSWORD)).toBe(false);
    const again = await refusalOf(useToken(token));
    const unknown = await refusalOf(useToken('x'.repeat(43)));
    expect(again.body).toEqual(unknown.body);
    expect(again.body.code).toBe('bad_token');
  });

  test('a token is random and stored as a hash only', async () => {
    await join(app, 'bob');
    const tokens = [
      tokenIn(await resetMailFor(app, 'bob@example.org')),
      tokenIn(await resetMailFor(app, 'bob@example.org')),
    ];
    expect(tokens[0]).not.toBe(tokens[1]);
    for (const token of tokens)
      expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    const stored = await sql<{ row: string }>`
      select password_resets::text as row from password_resets
      union all ${storedJobs}`.execute(app.ctx.db);
    expect(stored.rows.length).toBeGreaterThan(0);
    for (const token of tokens) expect(JSON.stringify(stored.rows)).not.toContain(token);
    // Only the newest link works.
    expect((await refusalOf(useToken(tokens[0] as string))).body.code).toBe('bad_token');
    await useToken(tokens[1] as string);
  });

  test('a link lasts 15 minutes', async () => {
    await join(app, 'carol');
    const token = tokenIn(await resetMailFor(app, 'carol@example.org'));
    const row = await app.ctx.db
      .selectFrom('password_resets')
      .select('expires_at')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    expect(row.expires_at.getTime() - Date.now()).toBeGreaterThan(14 * 60_000);
    expect(row.expires_at.getTime() - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    await app.ctx.db
      .updateTable('password_resets')
      .set({ expires_at: earlier('expires_at', 15 * 60) })
      .execute();
    expect((await refusalOf(useToken(token))).body.code).toBe('bad_token');
    expect(await canSignIn('carol', PASSWORD)).toBe(true);
  });

  test('of many parallel uses of a link, one succeeds', async () => {
    await join(app, 'dan');
    const token = tokenIn(await resetMailFor(app, 'dan@example.org'));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, async (_, n) => useToken(token, `${NEW} number ${n}`)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a refused password does not consume the link', async () => {
    await join(app, 'erin');
    const token = tokenIn(await resetMailFor(app, 'erin@example.org'));
    const cases: [string, string, string][] = [
      [NEW, `${NEW}x`, 'confirmpassword'],
      ['short', 'short', 'password'],
      ['password1', 'password1', 'password'],
      ['erin@example.org', 'erin@example.org', 'password'],
    ];
    for (const [password, confirmation, path] of cases) {
      const { status, body } = await refusalOf(useToken(token, password, confirmation));
      expect(status).toBe(400);
      expect(body.errors?.[0]?.path).toBe(path);
    }
    await useToken(token);
  });

  test('an unknown link costs no hash', async () => {
    const hashing = vi.spyOn(app.ctx.hashing, 'hash');
    expect((await refusalOf(useToken('x'.repeat(43)))).body.code).toBe('bad_token');
    expect(hashing).not.toHaveBeenCalled();
    hashing.mockRestore();
  });

  test.each(['', 'x', '%00', '..', 'x'.repeat(201), 'null', "' or ''='"])(
    '%j is no valid link',
    async (token) => {
      const response = await app
        .client()
        .fetch(`/api/auth/resetPassword/${encodeURIComponent(token)}`, {
          method: 'PATCH',
          body: JSON.stringify({ password: NEW, confirmpassword: NEW }),
          headers: { 'Content-Type': 'application/json' },
        });
      expect([400, 404]).toContain(response.status);
      await expectFailure(response);
    },
  );
});

describe('a reset', () => {
  test('a reset ends all sessions, sockets and other links', async () => {
    const fay = await join(app, 'fay');
    const other = app.client();
    await other.call(auth.login, { body: { email: 'fay', password: PASSWORD } });
    const closings = [await connectAs(fay.client), await connectAs(other)].map(async (socket) =>
      closed(socket),
    );
    await useToken(tokenIn(await resetMailFor(app, 'fay@example.org')));
    await Promise.all(closings);
    for (const client of [fay.client, other])
      expect((await client.fetch('/api/auth/me')).status).toBe(401);
    const left = await sql<{ count: number }>`
      select count(*) as count from password_resets where user_id = ${fay.id}`.execute(app.ctx.db);
    expect(left.rows[0]?.count).toBe(0);
  });

  test('a reset ends a session that a parallel login opened with the old password', async () => {
    const gus = await join(app, 'gus');
    const token = tokenIn(await resetMailFor(app, 'gus@example.org'));
    const tries = Array.from({ length: 12 }, async () => canSignIn('gus', PASSWORD));
    const [, ...signedIn] = await Promise.all([useToken(token), ...tries]);
    expect(signedIn).toHaveLength(12);
    const rows = await app.ctx.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', gus.id)
      .execute();
    expect(rows).toEqual([]);
  });

  test('a password change ends a mailed link', async () => {
    const hal = await join(app, 'hal');
    const token = tokenIn(await resetMailFor(app, 'hal@example.org'));
    await hal.call(auth.updatePassword, {
      body: { oldpassword: PASSWORD, newpassword: 'yet another passphrase' },
    });
    expect((await refusalOf(useToken(token))).body.code).toBe('bad_token');
  });
});

describe('the answer to a request', () => {
  test('the answer does not reveal whether the address is known', async () => {
    await join(app, 'ida');
    const seen = [];
    for (const email of ['ida@example.org', 'nobody@example.org']) {
      const response = await askForReset(app, email);
      seen.push({
        status: response.status,
        body: await response.text(),
        headers: [...response.headers.keys()].toSorted(),
      });
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.status).toBe(200);
    await waitForMails(app.dataFolder, 1);
  });
});

describe('limits on reset mails', () => {
  test('six requests in half an hour are too many; repeats within two minutes send nothing', async () => {
    const ownApp = await startAppForTest({ ...withJobs, RATE_LIMITS: 'on' });
    await join(ownApp, 'kim');
    const { points } = rateLimits.resetMails;
    for (const email of ['kim@example.org', 'nobody@example.org']) {
      for (let n = 0; n < points; n += 1)
        expect((await askForReset(ownApp, n % 2 ? email : email.toUpperCase())).status).toBe(200);
      const refused = await askForReset(ownApp, email);
      await expectFailure(refused, 'rate_limited');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    }
    await vi.waitFor(async () => expect(await jobsLeft(ownApp)).toBe(0), 10_000);
    expect(await mailsIn(ownApp.dataFolder)).toHaveLength(1);
  });

  test('a mail that failed is sent later and does not count twice', async () => {
    const ownApp = await startAppForTest({ ...withJobs, RATE_LIMITS: 'on' });
    await join(ownApp, 'lou');
    const broken = {
      ...ownApp.ctx,
      mailer: { send: async () => Promise.reject(new Error('The mail server is away.')) },
    };
    for (let n = 0; n < 7; n += 1)
      await expect(sendPasswordReset(broken, { email: 'lou@example.org' })).rejects.toThrow(/away/);
    await sendPasswordReset(ownApp.ctx, { email: 'lou@example.org' });
    await sendPasswordReset(ownApp.ctx, { email: 'lou@example.org' });
    expect(await mailsIn(ownApp.dataFolder)).toHaveLength(1);
  });

  test('a request in a failed transaction sends nothing', async () => {
    const before = await jobsLeft(app);
    await expect(
      app.ctx.db.inTransaction(async (db) => {
        await requestReset({ ...app.ctx, db }, 'alice@example.org', {
          device: '',
          address: '::1',
        });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await jobsLeft(app)).toBe(before);
  });
});

async function jobsLeft({ ctx }: TestApp): Promise<number> {
  // Cron adds other jobs every minute.
  const { rows } = await sql`select from graphile_worker.jobs
    where task_identifier = ${sendPasswordResetJob.name}`.execute(ctx.db);
  return rows.length;
}
