import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import type { StreamEntry, StreamEvents } from './stream-events.ts';

/** Most of the stream that is read at once. */
export const BATCH = 200;

/**
 * Numbers entries and adds them, in one statement for each person; gives what was added to each person's stream, in order.
 * Locks each person's head until the end of the transaction, in the order of ids.
 */
export async function insertEntries(
  ctx: Context,
  entries: StreamEntry[],
): Promise<ReadonlyMap<string, StreamRow[]>> {
  const people = [...Map.groupBy(entries, ({ userId }) => userId)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return new Map(
    await Promise.all(
      people.map(async ([id, own]) => [id, await insertEntriesOf(ctx, id, own)] as const),
    ),
  );
}

async function insertEntriesOf(
  ctx: Context,
  userId: string,
  entries: StreamEntry[],
): Promise<StreamRow[]> {
  const { rows } = await sql<{ last_seq: number }>`
    with added as (
      select name, item, sent_by, nth
      from unnest(${entries.map(({ name }) => name)}::text[], ${entries.map(({ item }) => JSON.stringify(item))}::jsonb[],
        ${entries.map(({ sentBy }) => sentBy ?? null)}::text[]) with ordinality as entry (name, item, sent_by, nth)
    ), ${headMoved(sql`select ${userId}::uuid, ${entries.length}::bigint`)}, kept as (
      insert into stream_events (user_id, seq, name, item, sent_by)
      select ${userId}::uuid, head.last_seq - ${entries.length}::bigint + added.nth, added.name, added.item, added.sent_by
      from head, added
    )
    select last_seq from head`.execute(ctx.db);
  const before = (rows[0]?.last_seq ?? 0) - entries.length;
  return entries.map(({ name, item, sentBy }, place) => ({
    seq: before + place + 1,
    name,
    item,
    sent_by: sentBy ?? null,
  }));
}

/** The part of a statement, called `head`, that numbers what `by` (a person and how much) adds to this person's stream. */
export function headMoved(by: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`head as (
      insert into stream_heads as known (user_id, last_seq) ${by}
      on conflict (user_id) do update set last_seq = known.last_seq + excluded.last_seq
      returning last_seq
    )`;
}

export interface StreamRow {
  seq: number;
  name: keyof StreamEvents;
  item: StreamEvents[keyof StreamEvents];
  sent_by: string | null;
}

/** The next ones after `seq`, in order, at most BATCH. */
export async function entriesAfter(
  ctx: Context,
  userId: string,
  seq: number,
): Promise<StreamRow[]> {
  const rows = await ctx.db
    .selectFrom('stream_events')
    .select(['seq', 'name', 'item', 'sent_by'])
    .where('user_id', '=', userId)
    .where('seq', '>', String(seq))
    .orderBy('seq')
    .limit(BATCH)
    .execute();
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }) as StreamRow);
}

/** The newest number given out, 0 where there is none, and the oldest still kept; the next one where none is. */
export async function streamBounds(
  ctx: Context,
  userId: string,
): Promise<{ last: number; oldest: number }> {
  const { rows } = await sql<{ last: string | null; oldest: string | null }>`
    select (select last_seq from stream_heads where user_id = ${userId}) as last,
      (select seq from stream_events where user_id = ${userId} order by seq limit 1) as oldest`.execute(
    ctx.db,
  );
  const last = Number(rows[0]?.last ?? 0);
  return { last, oldest: Number(rows[0]?.oldest ?? last + 1) };
}

/** The newest number given out to each of these people; without those who have none. */
export async function streamHeads(ctx: Context, userIds: string[]) {
  return ctx.db
    .selectFrom('stream_heads')
    .select(['user_id', 'last_seq'])
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .execute();
}

/** Days an entry is kept; whoever was away for longer fetches everything anew. */
const KEPT_DAYS = 30;
const SWEPT_AT_ONCE = 10_000;

/** In parts that each take a moment, whatever has piled up. */
export async function deleteOldEntries(ctx: Context): Promise<void> {
  for (let deleted = SWEPT_AT_ONCE; deleted === SWEPT_AT_ONCE;) {
    const { numAffectedRows } = await sql`
      delete from stream_events where (user_id, seq) in (
        select user_id, seq from stream_events where created_at < now() - make_interval(days => ${KEPT_DAYS}::int)
        limit ${SWEPT_AT_ONCE})`.execute(ctx.db);
    deleted = Number(numAffectedRows ?? 0);
  }
}
