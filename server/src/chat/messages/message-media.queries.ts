import { sql } from 'kysely';
import type { Context } from '../../context.ts';

/** Gives own unused pictures to a message, in this order; the number that could be given. */
export async function attachToMessage(
  ctx: Context,
  ownerId: string,
  ids: string[],
  messageId: string,
): Promise<number> {
  const rows = await ctx.db
    .updateTable('media')
    .set({
      used_for: 'message',
      message_id: messageId,
      position: sql<number>`array_position(${ids}::uuid[], id)`,
    })
    .where('id', '=', sql<string>`any(${ids})`)
    .where('owner_id', '=', ownerId)
    .where('used_for', '=', 'nothing')
    .where('kind', '=', 'image')
    .returning('id')
    .execute();
  return rows.length;
}
