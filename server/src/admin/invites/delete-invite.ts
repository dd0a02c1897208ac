import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import type { Act } from '../as-admin.ts';
import { deleteInviteRow } from './invite.queries.ts';

/** Deletes an invite in this transaction. Throws `not_found` if there is none. */
export async function deleteInvite(tx: Context, id: string): Promise<Act> {
  const invite = await deleteInviteRow(tx, id);
  if (!invite) throw new AppError('not_found', { message: 'There is no such invite.' });
  return {
    result: undefined,
    record: {
      action: 'invite.deleted',
      subject: { type: 'invite', id },
      before: {
        uses: invite.max_uses,
        used: invite.used,
        expiresAt: invite.expires_at.toISOString(),
      },
    },
  };
}
