import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, narrow, rows, type Row } from '../../platform/database/query.ts';

export type MarkedList = 'following' | 'notifications';

const marker = { list: narrow<MarkedList>('text'), item_id: 'uuid', at: 'timestamptz' } as const;
export type MarkerRow = Row<typeof marker>;

export async function listMarkers(ctx: Context, userId: string): Promise<MarkerRow[]> {
  return rows(
    ctx.db.reads,
    marker,
    sql`select list, item_id, at from reading_markers where user_id = ${userId}`,
  );
}

/** Stores a position, unless there is a newer one. The clock of a device can be fast, so a time in the future becomes now. */
export async function storeMarker(
  ctx: Context,
  userId: string,
  { list, item_id, at }: Omit<MarkerRow, 'at'> & { at: string },
): Promise<void> {
  await exec(
    ctx.db,
    sql`insert into reading_markers (user_id, list, item_id, at)
      values (${userId}, ${list}, ${item_id}, least(${at}::timestamptz, now()))
      on conflict (user_id, list) do update set item_id = excluded.item_id, at = excluded.at
      where reading_markers.at < excluded.at`,
  );
}
