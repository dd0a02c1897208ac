import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import type { LogEntry, NewEntry } from './entries.ts';
import { exec, one, rows } from '../platform/database/query.ts';

export const MAX_ENTRIES_PER_READ = 200;

/**
 * Numbers entries and inserts them, with one statement for each person. Returns the entries of each person, in order. It locks
 * each person's head until the end of the transaction, in the order of ids.
 */
export async function insertEntries(
  ctx: Context,
  entries: NewEntry[],
): Promise<ReadonlyMap<string, LogEntry[]>> {
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
  entries: NewEntry[],
): Promise<LogEntry[]> {
  const found = await rows(
    ctx.db,
    { seq: 'int8' },
    sql`select append_to_event_log(${userId}, added.name, added.item, added.sent_by) as seq
      from unnest(${entries.map(({ name }) => name)}::text[], ${entries.map(({ item }) => JSON.stringify(item))}::jsonb[],
        ${entries.map(({ sentBy }) => sentBy ?? null)}::text[]) as added (name, item, sent_by)`,
  );
  return found.map(({ seq }, nth) => {
    const { name, item, sentBy = null } = entries[nth] as NewEntry;
    return { seq, name, item, sent_by: sentBy };
  });
}

/** The next entries after `seq` in order, at most MAX_ENTRIES_PER_READ. */
export async function entriesAfter(ctx: Context, userId: string, seq: number): Promise<LogEntry[]> {
  const rows = await ctx.db.reads
    .selectFrom('event_log_entries')
    .select(['seq', 'name', 'item', 'sent_by'])
    .where('user_id', '=', userId)
    .where('seq', '>', String(seq))
    .orderBy('seq')
    .limit(MAX_ENTRIES_PER_READ)
    .execute();
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }) as LogEntry);
}

/** The number of the newest entry, or 0. Also the number of the oldest kept entry, or else of the next one. */
export async function logBounds(
  ctx: Context,
  userId: string,
): Promise<{ last: number; oldest: number }> {
  const found = await one(
    ctx.db.reads,
    { last: 'int8?', oldest: 'int8?' },
    sql`select (select last_seq from event_log_heads where user_id = ${userId}) as last,
        (select seq from event_log_entries where user_id = ${userId} order by seq limit 1) as oldest`,
  );
  const last = found?.last ?? 0;
  return { last, oldest: found?.oldest ?? last + 1 };
}

/** The number of each person's newest entry. People without entries are left out. */
export async function logHeads(ctx: Context, userIds: string[]) {
  if (userIds.length === 0) return [];
  return ctx.db.reads
    .selectFrom('event_log_heads')
    .select(['user_id', 'last_seq'])
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .execute();
}

/** Days for which entries are kept. A client that was away for longer fetches everything again. */
const ENTRY_RETENTION_DAYS = 30;
const MAX_ENTRIES_PER_DELETE = 10_000;

/** Deletes old entries in small batches, so that no statement takes long. */
export async function deleteOldEntries(ctx: Context): Promise<void> {
  for (let deleted = MAX_ENTRIES_PER_DELETE; deleted === MAX_ENTRIES_PER_DELETE;) {
    deleted = await exec(
      ctx.db,
      sql`delete from event_log_entries where (user_id, seq) in (
          select user_id, seq from event_log_entries where created_at < now() - make_interval(days => ${sql.lit(ENTRY_RETENTION_DAYS)})
          limit ${sql.lit(MAX_ENTRIES_PER_DELETE)})`,
    );
  }
}
