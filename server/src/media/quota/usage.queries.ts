import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, one, rows } from '../../platform/database/query.ts';

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

const today = sql`(now() at time zone 'UTC')::date`;

/** Reserves bytes from the owner's day before they arrive. False, without a reservation, if they would exceed the quota. */
export async function reserveBytes(
  ctx: Context,
  ownerId: string,
  bytes: number,
  quota: Quota,
): Promise<boolean> {
  if (bytes > quota.dayBytes || bytes > quota.quotaBytes) return false;
  // If the clock goes back, the day's count does not start again.
  const found = await one(
    ctx.db,
    { user_id: 'uuid' },
    sql`insert into media_usage as known (user_id, day, day_bytes) values (${ownerId}, ${today}, ${bytes}::bigint)
      on conflict (user_id) do update set
        day = greatest(known.day, excluded.day),
        day_bytes = case when known.day < excluded.day then 0 else known.day_bytes end + excluded.day_bytes
      where known.stored_bytes + ${bytes}::bigint <= ${quota.quotaBytes}::bigint
        and (known.day < excluded.day or known.day_bytes + ${bytes}::bigint <= ${quota.dayBytes}::bigint)
        and known.unattached < ${quota.unattached}::int
      returning user_id`,
  );
  return found !== undefined;
}

/** Releases reserved bytes that did not arrive. */
export async function releaseBytes(ctx: Context, ownerId: string, bytes: number): Promise<void> {
  await exec(
    ctx.db,
    sql`update media_usage set day_bytes = greatest(0, day_bytes - ${bytes}::bigint)
      where user_id = ${ownerId}`,
  );
}

/** Replaces a reservation by the bytes of the new files. False, without a change, if they exceed the quota. */
export async function addUsage(
  tx: Context,
  ownerId: string,
  added: { bytes: number; reserved: number; unattached: number },
  quota: Quota,
): Promise<boolean> {
  const { bytes, reserved, unattached } = added;
  const found = await one(
    tx.db,
    { user_id: 'uuid' },
    sql`update media_usage set
        stored_bytes = stored_bytes + ${bytes}::bigint,
        day_bytes = greatest(0, day_bytes + ${bytes - reserved}::bigint),
        unattached = greatest(0, unattached + ${unattached}::int)
      where user_id = ${ownerId}
        and stored_bytes + ${bytes}::bigint <= ${quota.quotaBytes}::bigint
        and day_bytes + ${bytes - reserved}::bigint <= ${quota.dayBytes}::bigint
        and unattached + ${unattached}::int <= ${quota.unattached}::int
      returning user_id`,
  );
  return found !== undefined;
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
  await exec(
    tx.db,
    sql`update media_usage set stored_bytes = greatest(0, stored_bytes + ${bytes}::bigint),
      unattached = greatest(0, unattached + ${unattached}::int) where user_id = ${ownerId}`,
  );
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

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

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
      where user_id > ${after ?? FIRST_ID} and (stored_bytes <> 0 or unattached <> 0)
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
    sql`select distinct owner_id as id from media where owner_id > ${after ?? FIRST_ID}
      order by owner_id limit ${limit}`,
  );
  return found.map(({ id }) => id);
}

/** Counts what these people store from their media rows. People without media are absent. */
export async function sumStoredMedia(ctx: Context, ids: string[]): Promise<Map<string, Stored>> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid', unattached: 'int8', storedBytes: 'int8' },
    sql`select owner_id as id, count(*) filter (where used_for = 'nothing') as unattached,
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
  await exec(
    tx.db,
    sql`insert into media_usage (user_id) values (${ownerId})
      on conflict (user_id) do update set unattached = media_usage.unattached`,
  );
}

export async function setStored(
  tx: Context,
  ownerId: string,
  { storedBytes, unattached }: Stored,
): Promise<void> {
  await exec(
    tx.db,
    sql`update media_usage set stored_bytes = ${storedBytes}::bigint, unattached = ${unattached}::int
      where user_id = ${ownerId}`,
  );
}
