import { AppError } from '@roost/contract/errors';
import { hasRole } from '@roost/contract/users';
import type { Context, Viewer } from '../../kernel/context.ts';
import { hasTotp } from '../factors/factor.queries.ts';

/**
 * Throws `second_factor_needed` if a person of the staff must use an authenticator app, and does not. A passkey does not count,
 * because the password still signs in beside it.
 */
export async function assertStaffFactor(ctx: Context, userId: string): Promise<void> {
  if (!(await hasStaffFactor(ctx, userId))) throw new AppError('second_factor_needed');
}

/** Whether somebody may use the rights of the staff, for answers that members get too. */
export async function hasStaffRights(ctx: Context, viewer: Viewer | null): Promise<boolean> {
  return (
    viewer !== null && hasRole(viewer.role, 'moderator') && (await hasStaffFactor(ctx, viewer.id))
  );
}

async function hasStaffFactor(ctx: Context, userId: string): Promise<boolean> {
  return !ctx.config.needsStaffFactor || hasTotp(ctx, userId);
}
