import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Visit } from './visits.ts';

/** Marks of posts seen that are kept of each person, four bytes each. */
const MOST_SEEN = 600;

/** Keeps these visits in the place of those before them, all in one statement. */
export async function upsertVisits(ctx: Context, visits: readonly Visit[]): Promise<void> {
  await sql`
    insert into feed_visits (user_id, tab, visit_id, started_at, is_full, list, originals)
    select * from unnest(${visits.map(({ userId }) => userId)}::uuid[], ${visits.map(({ tab }) => tab)}::text[],
      ${visits.map(({ id }) => id)}::uuid[], ${visits.map(({ startedAt }) => new Date(startedAt))}::timestamptz[],
      ${visits.map(({ isFull }) => isFull)}::boolean[], ${visits.map(({ list }) => list)}::bytea[],
      ${visits.map(({ originals }) => originals)}::bytea[])
    on conflict (user_id, tab) do update set visit_id = excluded.visit_id, started_at = excluded.started_at,
      is_full = excluded.is_full, list = excluded.list, originals = excluded.originals /* by the clock */`.execute(
    ctx.db,
  );
}

export interface ReaderNote {
  userId: string;
  /** Packed marks of what they were shown. */
  seen: Buffer;
  reach: number | null;
}

/** Adds to what is known of these readers. */
export async function upsertReaders(ctx: Context, notes: readonly ReaderNote[]): Promise<void> {
  await sql`
    insert into feed_readers (user_id, seen, reach)
    select * from unnest(${notes.map(({ userId }) => userId)}::uuid[], ${notes.map(({ seen }) => seen)}::bytea[],
      ${notes.map(({ reach }) => reach)}::bigint[])
    on conflict (user_id) do update set read_at = excluded.read_at,
      reach = coalesce(excluded.reach, feed_readers.reach),
      seen = substring(feed_readers.seen || excluded.seen
        from greatest(1, length(feed_readers.seen) + length(excluded.seen) - ${sql.lit(MOST_SEEN * 4 - 1)})) /* by the clock */`.execute(
    ctx.db,
  );
}

/** What nobody goes on with any more. */
export async function deleteOldVisits(ctx: Context): Promise<void> {
  await sql`delete from feed_visits where started_at < now() - interval '1 day' /* by the clock */`.execute(
    ctx.db,
  );
}
