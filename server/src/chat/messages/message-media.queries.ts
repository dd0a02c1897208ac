import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { MediaRecord } from '../../db/tables.ts';

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

/** Pictures of these messages, each message's in their order. */
export async function findMediaOfMessages(
  ctx: Context,
  messageIds: string[],
): Promise<MediaRecord[]> {
  return ctx.db
    .selectFrom('media')
    .selectAll()
    .where('message_id', '=', sql<string>`any(${messageIds})`)
    .orderBy('message_id')
    .orderBy('position')
    .execute();
}

/** Takes a message's pictures away; the ids of what has files to be deleted. */
export async function deleteMediaOfMessage(ctx: Context, messageId: string): Promise<string[]> {
  const rows = await ctx.db
    .deleteFrom('media')
    .where('message_id', '=', messageId)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
