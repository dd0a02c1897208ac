import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { networkKey } from '../../platform/http/limits/network-key.ts';
import { recordChange } from '../notices/notify-owner.ts';
import { assertNoResetRequired } from '../reset/assert-no-reset-required.ts';
import { deleteReset } from '../reset/reset.queries.ts';
import { getAccount, setPasswordHash } from '../account.queries.ts';
import { lockVerifiedPassword, withVerifiedPassword } from './verify-password.ts';
import type { Device } from '../../kernel/ports.ts';
import { assertNotGuessable } from './assert-not-guessable.ts';
import { hashPassword } from './hash-password.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';

/**
 * Changes the viewer's password. Ends all their other sessions and any open reset link. Returns the device, which knows
 * the account by its new password.
 */
export async function updatePassword(
  ctx: MemberContext,
  input: { oldpassword: string; newpassword: string },
  client: ClientInfo,
): Promise<Device> {
  const { id } = ctx.viewer;
  // A stolen session must not allow unlimited guesses. This budget is separate, so failed logins of strangers do not
  // count.
  await ctx.limiter.take('loginFailures', passwordChangeKey(id));
  const requester = { network: networkKey(client.address, 'network'), isKnown: true };
  const proof = {
    account: await getAccount(ctx, id),
    reload: async () => getAccount(ctx, id),
    password: input.oldpassword,
    requester,
  };
  const giveBack = async () => ctx.limiter.giveBack('loginFailures', passwordChangeKey(id));
  const changed = await withVerifiedPassword(ctx, proof, async (account) => {
    assertNotGuessable(input.newpassword, account, 'newpassword');
    const passwordHash = await hashPassword(ctx, input.newpassword, requester);
    await transaction(ctx, async (tx) => {
      assertNoResetRequired(await lockVerifiedPassword(tx, account));
      await deleteReset(tx, id);
      await setPasswordHash(tx, id, passwordHash);
      await endAllSessions(tx, id, tx.viewer.sessionId);
      await recordChange(tx, id, 'passwordChanged', client);
    });
    return { id, password_hash: passwordHash };
  }).catch(async (error: unknown) => {
    // An error does not prove a wrong password.
    await giveBack();
    throw error;
  });
  if (!changed) {
    ctx.failedAttempts.add(ctx, { userId: id, what: 'reauthFailed', client });
    throw wrongPassword();
  }
  await giveBack();
  return ctx.devices.remember(ctx.devices.read(client.deviceCookie), changed);
}

/** The budget for wrong old passwords of one account. */
export function passwordChangeKey(userId: string): string {
  return `change:${userId}`;
}

function wrongPassword(): AppError {
  const { message } = new AppError('wrong_password');
  return new AppError('wrong_password', { fields: [{ path: 'oldpassword', message }] });
}
