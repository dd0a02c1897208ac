import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';

export async function insertHeldUsername(
  ctx: Context,
  nameHash: Buffer,
  days: number,
): Promise<void> {
  const until = sql<Date>`now() + make_interval(days => ${days}::int)`;
  await ctx.db
    .insertInto('held_usernames')
    .values({ name_hash: nameHash, until })
    .onConflict((conflict) =>
      conflict.column('name_hash').doUpdateSet({ until: sql<Date>`excluded.until` }),
    )
    .execute();
}

/** A name has one hash for each key of the ring. */
export async function isAnyHashHeld(ctx: Context, nameHashes: Buffer[]): Promise<boolean> {
  const row = await ctx.db.reads
    .selectFrom('held_usernames')
    .select('name_hash')
    .where('name_hash', '=', sql<Buffer>`any(${nameHashes}::bytea[])`)
    .where('until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteOldHeldUsernames(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('held_usernames')
    .where('until', '<=', sql<Date>`now()`)
    .execute();
}
