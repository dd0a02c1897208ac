import { AppError } from '@roost/contract/errors';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { findExport } from './export.queries.ts';

/** Finds a finished export of the viewer. Throws `reauth_required`, or `not_found` for those of others. */
export async function findOwnExport(ctx: MemberContext, id: string) {
  const found = await transaction(ctx, async (tx) => {
    await authorize(tx, 'exportData');
    return findExport(tx, id);
  });
  if (found?.user_id !== ctx.viewer.id || found.bytes === null) throw new AppError('not_found');
  return { id: found.id, bytes: found.bytes, createdAt: found.created_at };
}
