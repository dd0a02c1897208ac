import { AppError } from '@roost/contract/errors';

/** Throws `reset_required` if somebody undid a change of this account, and has not chosen a new password since. */
export function assertNoResetRequired(account: { is_reset_required: boolean } | undefined): void {
  if (account?.is_reset_required) throw new AppError('reset_required');
}
