import type { Context } from '../../kernel/context.ts';
import { lockAccount } from '../account.queries.ts';
import { recordChange } from '../notices/notify-owner.ts';
import { removeTotp } from './remove-totp.ts';

/**
 * Removes the app and the recovery codes of a person who lost them, for the operator, in this transaction. The person gets a mail.
 * Returns false if no app was in use. The passkeys and the password stay.
 */
export async function resetSecondFactor(tx: Context, userId: string): Promise<boolean> {
  await lockAccount(tx, userId);
  if (!(await removeTotp(tx, userId))) return false;
  // No device and no address: it was the operator.
  await recordChange(tx, userId, 'factorsReset', { device: '', address: '' });
  return true;
}
