import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { MIN_ID } from '../../platform/database/id-bounds.ts';
import { one, rows } from '../../platform/database/query.ts';

/** A person's limits: bytes of a day, total bytes, and unattached uploads. */
export interface Quota {
  dayBytes: number;
  quotaBytes: number;
  unattached: number;
}

export interface Usage {
  dayBytes: number;
  storedBytes: number;
  unattached: number;
  /** Seconds until the day ends. */
  secondsLeft: number;
}

const today = sql<string>`(now() at time zone 'UTC')::date`;

/** Reserves bytes from the owner's day before they arrive. False, without a reservation, if they would exceed the quota. */
export async function reserveBytes(
  ctx: Context,
  ownerId: string,
  bytes: number,
  quota: Quota,
): Promise<boolean> {
  if (bytes > quota.dayBytes || bytes > quota.quotaBytes) return false;
  const isNewDay = sql<boolean>`media_usage.day < excluded.day`;
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('media_usage')
    .values({ user_id: ownerId, day: today, day_bytes: bytes })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({
          // If the clock goes back, the day's count does not start again.
          day: sql<string>`greatest(media_usage.day, excluded.day)`,
          day_bytes: sql<number>`case when ${isNewDay} then 0 else media_usage.day_bytes end + excluded.day_bytes`,
        })
        .where(sql<number>`media_usage.stored_bytes + excluded.day_bytes`, '<=', quota.quotaBytes)
        .where((is) =>
          is.or([
            isNewDay,
            is(sql`media_usage.day_bytes + excluded.day_bytes`, '<=', quota.dayBytes),
          ]),
        )
        .where('media_usage.unattached', '<', quota.unattached),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Releases reserved bytes that did not arrive. */
export async function releaseBytes(ctx: Context, ownerId: string, bytes: number): Promise<void> {
  await ctx.db
    .updateTable('media_usage')
    .set({ day_bytes: sql<number>`greatest(0, day_bytes - ${bytes}::bigint)` })
    .where('user_id', '=', ownerId)
    .execute();
}

/** Replaces a reservation by the bytes of the new files. False, without a change, if they exceed the quota. */
export async function addUsage(
  tx: Context,
  ownerId: string,
  added: { bytes: number; reserved: number; unattached: number },
  quota: Quota,
): Promise<boolean> {
  const { bytes, reserved, unattached } = added;
  const after = {
    stored_bytes: sql<number>`stored_bytes + ${bytes}::bigint`,
    day_bytes: sql<number>`day_bytes + ${bytes - reserved}::bigint`,
    unattached: sql<number>`unattached + ${unattached}::int`,
  };
  const { numUpdatedRows } = await tx.db
    .updateTable('media_usage')
    .set({
      stored_bytes: after.stored_bytes,
      day_bytes: sql<number>`greatest(0, ${after.day_bytes})`,
      unattached: sql<number>`greatest(0, ${after.unattached})`,
    })
    .where('user_id', '=', ownerId)
    .where(after.stored_bytes, '<=', quota.quotaBytes)
    .where(after.day_bytes, '<=', quota.dayBytes)
    .where(after.unattached, '<=', quota.unattached)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Counts a change that no quota refuses: deleted files, files that the server makes, and uploads that are now attached.
 * The count never goes below zero, because an older node may have added files without counting (`recount-usage.ts`).
 */
export async function changeUsage(
  tx: Context,
  ownerId: string,
  { bytes = 0, unattached = 0 }: { bytes?: number; unattached?: number },
): Promise<void> {
  if (bytes === 0 && unattached === 0) return;
  await tx.db
    .updateTable('media_usage')
    .set({
      stored_bytes: sql<number>`greatest(0, stored_bytes + ${bytes}::bigint)`,
      unattached: sql<number>`greatest(0, unattached + ${unattached}::int)`,
    })
    .where('user_id', '=', ownerId)
    .execute();
}

export async function findUsage(ctx: Context, ownerId: string): Promise<Usage> {
  const found = await one(
    ctx.db.reads,
    { dayBytes: 'int8', storedBytes: 'int8', unattached: 'int4', secondsLeft: 'int4' },
    sql`select case when day < ${today} then 0 else day_bytes end as "dayBytes", stored_bytes as "storedBytes", unattached,
        ceil(extract(epoch from (${today} + 1) - (now() at time zone 'UTC')))::int as "secondsLeft"
      from media_usage where user_id = ${ownerId}`,
  );
  return found ?? { dayBytes: 0, storedBytes: 0, unattached: 0, secondsLeft: 86_400 };
}

type Stored = Pick<Usage, 'storedBytes' | 'unattached'>;

/** People whose count is not zero, in the order of their ids. */
export async function listPeopleWithUsage(
  ctx: Context,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select user_id as id from media_usage
      where user_id > ${after ?? MIN_ID} and (stored_bytes <> 0 or unattached <> 0)
      order by user_id limit ${limit}`,
  );
  return found.map(({ id }) => id);
}

/** People who have media, in the order of their ids. */
export async function listMediaOwners(
  ctx: Context,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select distinct owner_id as id from media where owner_id > ${after ?? MIN_ID}
      order by owner_id limit ${limit}`,
  );
  return found.map(({ id }) => id);
}

/** Counts what these people store from their media rows. People without media are absent. */
export async function sumStoredMedia(ctx: Context, ids: string[]): Promise<Map<string, Stored>> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid', unattached: 'int8', storedBytes: 'int8' },
    sql`select owner_id as id, count(*) filter (where used_for = 'nothing' and draft_id is null) as unattached,
        sum((select coalesce(sum((file ->> 'bytes')::bigint), 0) from jsonb_array_elements(files) as file))::bigint as "storedBytes"
      from media where owner_id = any(${ids}::uuid[]) group by owner_id`,
  );
  return new Map(found.map(({ id, ...stored }) => [id, stored]));
}

/** Reads the counters of these people. */
export async function readUsageCounters(ctx: Context, ids: string[]): Promise<Map<string, Stored>> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid', storedBytes: 'int8', unattached: 'int4' },
    sql`select user_id as id, stored_bytes as "storedBytes", unattached from media_usage
      where user_id = any(${ids}::uuid[])`,
  );
  return new Map(found.map(({ id, ...stored }) => [id, stored]));
}

/** Locks a person's row until the transaction ends. Inserts the row if it is missing. */
export async function lockUsage(tx: Context, ownerId: string): Promise<void> {
  await tx.db
    .insertInto('media_usage')
    .values({ user_id: ownerId })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ unattached: (row) => row.ref('media_usage.unattached') }),
    )
    .execute();
}

export async function setStored(
  tx: Context,
  ownerId: string,
  { storedBytes, unattached }: Stored,
): Promise<void> {
  await tx.db
    .updateTable('media_usage')
    .set({ stored_bytes: storedBytes, unattached })
    .where('user_id', '=', ownerId)
    .execute();
}
