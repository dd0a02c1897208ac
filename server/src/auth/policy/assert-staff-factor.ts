import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import { hasTotp } from '../factors/factor.queries.ts';

/**
 * Throws `second_factor_needed` if a person of the staff must use an authenticator app, and does not. A passkey does not count,
 * because the password still signs in beside it.
 */
export async function assertStaffFactor(ctx: Context, userId: string): Promise<void> {
  if (ctx.config.needsStaffFactor && !(await hasTotp(ctx, userId)))
    throw new AppError('second_factor_needed');
}
