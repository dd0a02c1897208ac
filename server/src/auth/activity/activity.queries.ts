import { sql } from 'kysely';
import type { ActivityKind } from '@roost/contract/security';
import { v7 as newId } from 'uuid';
import type { Context } from '../../kernel/context.ts';
import { inBatches } from '../../platform/database/in-batches.ts';
import { exec } from '../../platform/database/query.ts';

/** The kept entries of a person. Failures count by themselves, so that a stranger's guesses push out nothing else. */
const MAX_ENTRIES = 100;

/** An event of an account. */
export interface Activity {
  userId: string;
  what: ActivityKind;
  isFailure: boolean;
  client: { device: string; address: string };
  /** Absent: the moment when it is stored. */
  at?: Date;
}

export async function insertActivity(ctx: Context, entries: readonly Activity[]): Promise<void> {
  await ctx.db
    .insertInto('account_activity')
    .values(
      entries.map(({ userId, what, isFailure, client, at }) => ({
        id: newId(),
        user_id: userId,
        what,
        is_failure: isFailure,
        device: client.device.slice(0, 300),
        // A wrongly trusted proxy can send any text.
        address: client.address.slice(0, 64),
        ...(at && { at }),
      })),
    )
    .execute();
}

/** Deletes a person's oldest entries. */
export async function trimActivity(
  ctx: Context,
  userId: string,
  isFailure: boolean,
): Promise<void> {
  await ctx.db
    .deleteFrom('account_activity')
    .where('user_id', '=', userId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('account_activity')
        .select('id')
        .where('user_id', '=', userId)
        .where('is_failure', '=', isFailure)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_ENTRIES),
    )
    .execute();
}

/** Returns a person's entries, the newest first. */
export async function listActivity(ctx: Context, userId: string) {
  const { activityDays } = ctx.config;
  const rows = await ctx.db.reads
    .selectFrom('account_activity')
    .select(['at', 'what', 'device', 'address'])
    .where('user_id', '=', userId)
    .where('at', '>', sql<Date>`now() - make_interval(secs => ${activityDays * 86_400}::float8)`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, what: row.what as ActivityKind }));
}

export async function deleteOldActivity(ctx: Context): Promise<void> {
  const seconds = Math.ceil(ctx.config.activityDays * 86_400);
  await inBatches(async (limit) =>
    exec(
      ctx.db,
      sql`delete from account_activity where id = any(array(
          select id from account_activity where at < now() - make_interval(secs => ${sql.lit(seconds)})
          order by at limit ${sql.lit(limit)}))`,
    ),
  );
}
