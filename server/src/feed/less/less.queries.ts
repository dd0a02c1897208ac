import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { inBatches } from '../../platform/database/in-batches.ts';
import { exec, rows } from '../../platform/database/query.ts';

/** "Not this" counts for this many days. */
export const LESS_DAYS = 14;
/** At most this many rows of a person count, the newest ones. */
export const MAX_LESS = 200;

/** The kind of the row on which the person pressed "Not this". */
export type LessKind = 'followed' | 'reposted' | 'stranger';

/** Stores a "Not this" of a person. Deletes the person's rows that have expired, or are beyond the newest `MAX_LESS`. */
export async function insertLess(
  ctx: Context,
  {
    userId,
    postId,
    authorId,
    kind,
  }: { userId: string; postId: string; authorId: string; kind: LessKind },
): Promise<void> {
  await exec(
    ctx.db,
    sql`insert into less_shown (user_id, post_id, author_id, kind) values (${userId}, ${postId}, ${authorId}, ${kind})
      on conflict (user_id, post_id) do update set kind = excluded.kind, created_at = excluded.created_at`,
  );
  await exec(
    ctx.db,
    sql`delete from less_shown where user_id = ${userId} and (
        created_at < now() - make_interval(days => ${LESS_DAYS}::int)
        or post_id = any(array(
          select post_id from less_shown where user_id = ${userId}
          order by created_at desc, post_id desc offset ${MAX_LESS}::int)))`,
  );
}

/** Deletes what counts no longer. */
export async function deleteOldLess(ctx: Context): Promise<void> {
  await inBatches(async (limit) =>
    exec(
      ctx.db,
      sql`delete from less_shown where (user_id, post_id) in (
          select user_id, post_id from less_shown
          where created_at < now() - ${sql.lit(LESS_DAYS)} * interval '1 day' order by created_at limit ${sql.lit(limit)})`,
    ),
  );
}

/** Returns false if the person had not said "Not this" of the post. */
export async function deleteLess(ctx: Context, userId: string, postId: string): Promise<boolean> {
  const count = await exec(
    ctx.db,
    sql`delete from less_shown where user_id = ${userId} and post_id = ${postId}`,
  );
  return count > 0;
}

/** Lists the posts of which a person said "Not this" in the last `LESS_DAYS`. */
export async function listLessPostIds(ctx: Context, userId: string): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select post_id as id from less_shown
      where user_id = ${userId} and created_at > now() - make_interval(days => ${sql.lit(LESS_DAYS)})`,
  );
  return found.map(({ id }) => id);
}
