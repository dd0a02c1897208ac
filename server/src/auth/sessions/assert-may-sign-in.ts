import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import { listHiddenReasons } from '../registration/registration.queries.ts';

/**
 * Refuses a person who may not sign in. Call it after the password and the second factor were right, because the answer says
 * that the account exists. Throws awaiting_approval.
 */
export async function assertMaySignIn(tx: Context, userId: string): Promise<void> {
  const hidden = await listHiddenReasons(tx, userId);
  if (hidden.some(({ reason }) => reason === 'pending')) throw new AppError('awaiting_approval');
}
