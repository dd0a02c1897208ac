import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as addresses from '@roost/contract/addresses';
import { addPasskey, getNewPasskeyOptions } from '@roost/contract/passkeys';
import { startAppForFile } from '../../../test/support/app.ts';
import { Authenticator } from '../../../test/support/authenticator.ts';
import { join, type Member } from '../../../test/support/cast.ts';
import { untilSomebodyWaits } from '../../../test/support/locks.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { lockAccount, setResetRequired } from '../account.queries.ts';
import { insertEmail, setEmail } from '../addresses/address.queries.ts';
import { findEmailLink } from '../addresses/email-link.queries.ts';
import { restoreEmail } from '../addresses/restore-email.ts';
import { sendPasswordReset } from '../reset/send-reset-mail.ts';
import { deleteReset } from '../reset/reset.queries.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';

const ORIGIN = 'http://roost.example';
const app = await startAppForFile({ PUBLIC_URL: ORIGIN });

/** Does what an undo does, while a change waits for the account. Returns the outcome of the change. */
async function undoDuring<T>({ id, username }: Member, change: () => Promise<T>): Promise<T> {
  const { started } = await transaction(app.ctx, async (tx) => {
    await lockAccount(tx, id);
    const running = change();
    await untilSomebodyWaits(app);
    await deleteReset(tx, id);
    await restoreEmail(tx, id, { email: `${username}@example.org`, email_verified_at: new Date() });
    await setResetRequired(tx, id, true);
    await endAllSessions(tx, id);
    return { started: running };
  });
  return started;
}

test('a request for a new address does not outlive it', async () => {
  const member = await join(app, 'ann');
  const body = { email: 'thief@example.com' };
  const change = async () => refusalOf(member.call(addresses.changeEmail, { body }));
  expect((await undoDuring(member, change)).body.code).toBe('reauth_required');
  expect(await findEmailLink(app.ctx, member.id)).toBeUndefined();
});

test('a repeated link to a new address does not outlive it', async () => {
  const member = await join(app, 'ben');
  await member.call(addresses.changeEmail, { body: { email: 'thief@example.com' } });
  await undoDuring(member, async () => member.call(addresses.resendVerification, {}));
  expect(await findEmailLink(app.ctx, member.id)).toBeUndefined();
});

test('a new passkey does not outlive it', async () => {
  const member = await join(app, 'cleo');
  const { data } = await member.call(getNewPasskeyOptions, {});
  const body = { ...new Authenticator(ORIGIN).attest(data), name: 'Thief' };
  const add = async () => refusalOf(member.call(addPasskey, { body }));
  expect((await undoDuring(member, add)).body.code).toBe('reauth_required');
  const { rows } = await sql`select from passkeys where user_id = ${member.id}`.execute(app.ctx.db);
  expect(rows).toEqual([]);
});

test('no link for a new password is made for the address that it takes away', async () => {
  const member = await join(app, 'dora');
  await insertEmail(app.ctx, member.id, 'thief@example.com');
  await setEmail(app.ctx, member.id, 'thief@example.com');
  const sent: string[] = [];
  const mailer = {
    ...app.ctx.mailer,
    send: async ({ to }: { to: unknown }) => void sent.push(JSON.stringify(to)),
  };
  const ctx = { ...app.ctx, mailer };
  await undoDuring(member, async () =>
    sendPasswordReset(ctx, { email: 'thief@example.com', isOwed: true }),
  );
  expect(sent.join('\n')).not.toContain('thief');
  const { rows } = await sql`select from password_resets where user_id = ${member.id}`.execute(
    app.ctx.db,
  );
  expect(rows).toEqual([]);
});
