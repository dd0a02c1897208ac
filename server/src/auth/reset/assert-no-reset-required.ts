import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { isResetRequired } from '../account.queries.ts';

/** Throws `reset_required` if somebody undid a change of this account, and has not chosen a new password since. */
export async function assertNoResetRequired(tx: MemberContext): Promise<void> {
  if (await isResetRequired(tx, tx.viewer.id)) throw new AppError('reset_required');
}
