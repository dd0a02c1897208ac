import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { MIN_ID } from '../../platform/database/id-bounds.ts';
import { inBatches } from '../../platform/database/in-batches.ts';
import { exec, rows } from '../../platform/database/query.ts';

/** Lists pictures and videos of a person. The logo of the site belongs to the site. */
export async function listOwnMedia(ctx: Context, userId: string, limit: number): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select id from media where owner_id = ${userId} and used_for <> 'site' order by id limit ${limit}::int`,
  );
  return found.map(({ id }) => id);
}

/** Deletes the count of what a person stores, unless the logo of the site is left. */
export async function deleteUsage(ctx: Context, userId: string): Promise<void> {
  const logos = await ctx.db.reads
    .selectFrom('media')
    .select('id')
    .where('owner_id', '=', userId)
    .limit(1)
    .execute();
  if (logos.length > 0) return;
  await ctx.db.deleteFrom('media_usage').where('user_id', '=', userId).execute();
}

/**
 * Tables whose rows only concern the person named in the first column. The second column tells the rows of one person apart.
 * No counter counts these rows.
 */
const ownTables = [
  ['bookmarks', 'user_id', 'post_id'],
  ['notifications', 'user_id', 'id'],
  ['suggestion_dismissals', 'user_id', 'dismissed_id'],
  // Both people of a request, a mute and a note can find the row by an index.
  ['follow_requests', 'followee_id', 'follower_id'],
  ['follow_requests', 'follower_id', 'followee_id'],
  ['mutes', 'muter_id', 'muted_id'],
  ['mutes', 'muted_id', 'muter_id'],
  ['muted_threads', 'user_id', 'root_id'],
  ['drafts', 'user_id', 'id'],
  ['reading_markers', 'user_id', 'list'],
  ['push_subscriptions', 'user_id', 'session_id'],
  ['notes', 'author_id', 'about_id'],
  ['notes', 'about_id', 'author_id'],
  ['people_lists', 'owner_id', 'list_id'],
  ['list_members', 'owner_id', 'member_id'],
  ['list_members', 'member_id', 'list_id'],
  ['kept_feeds', 'owner_id', 'feed_id'],
  ['less_shown', 'user_id', 'post_id'],
  ['less_shown', 'author_id', 'post_id'],
  ['feed_readers', 'user_id', 'user_id'],
  ['feed_snapshots', 'user_id', 'tab'],
  ['feed_pages', 'user_id', 'page_id'],
  ['timelines', 'user_id', 'post_id'],
  ['fan_outs', 'author_id', 'post_id'],
  ['popular_posts', 'author_id', 'post_id'],
  ['high_fan_out_posts', 'author_id', 'post_id'],
  ['registrations', 'user_id', 'user_id'],
  // Their codes would otherwise work without anybody who answers for them.
  ['invites', 'created_by', 'id'],
  ['text_sightings', 'author_id', 'fingerprint'],
  ['moderation_holds', 'person_id', 'case_id'],
  ['limited_users', 'user_id', 'user_id'],
  ['password_resets', 'user_id', 'user_id'],
  ['second_factors', 'user_id', 'user_id'],
  ['former_apps', 'user_id', 'enabled_at'],
  ['recovery_codes', 'user_id', 'code_hash'],
  ['passkeys', 'user_id', 'credential_id'],
  ['account_activity', 'user_id', 'id'],
  ['security_notices', 'user_id', 'id'],
  ['idempotency_keys', 'user_id', 'key'],
  // Last, because earlier steps append to the log.
  ['event_log_entries', 'user_id', 'seq'],
  ['event_log_heads', 'user_id', 'user_id'],
] as const;

export async function deleteOwnRows(ctx: Context, userId: string): Promise<void> {
  for (const [table, owner, key] of ownTables)
    await inBatches(async (limit) =>
      exec(
        ctx.db,
        sql`delete from ${sql.table(table)} where ${sql.ref(owner)} = ${userId} and ${sql.ref(key)} = any(array(
          select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(owner)} = ${userId} limit ${sql.lit(limit)}))`,
      ),
    );
}

/** Rows of other people that name the person in a column without an index. One pass over a table finds them. */
const namingTables = [
  ['notifications', 'actor_id', 'id'],
  ['suggestion_dismissals', 'dismissed_id', 'user_id'],
  ['timelines', 'author_id', 'user_id'],
] as const;

/** Others came by an invite of the person. They stay invited. */
export async function forgetInviter(ctx: Context, userId: string): Promise<void> {
  await ctx.db
    .updateTable('registrations')
    .set({ invited_by: null })
    .where('invited_by', '=', userId)
    .execute();
}

const ROWS_PER_READ = 20_000;

/** Deletes the rows of other people that name a person. It reads each table once, in the order of a key. */
export async function deleteNamingRows(ctx: Context, userId: string): Promise<void> {
  for (const [table, column, key] of namingTables)
    for (let after: string | null = MIN_ID; after !== null;)
      after = await deleteNamingPart(ctx, userId, { table, column, key, after });
}

/** Returns the key after which the next part begins, or null at the end. */
async function deleteNamingPart(
  ctx: Context,
  userId: string,
  { table, column, key, after }: { table: string; column: string; key: string; after: string },
): Promise<string | null> {
  const [part] = await rows(
    ctx.db.reads,
    { last: 'uuid?' },
    sql`select (
        select key from (
          select ${sql.ref(key)} as key from ${sql.table(table)}
          where ${sql.ref(key)} > ${after} order by ${sql.ref(key)} limit ${ROWS_PER_READ}::int) as part
        order by key desc limit 1) as last`,
  );
  if (!part?.last) return null;
  // The last key may have more rows than the part. The deletion takes them all.
  await exec(
    ctx.db,
    sql`delete from ${sql.table(table)} where ${sql.ref(key)} > ${after} and ${sql.ref(key)} <= ${part.last}
      and ${sql.ref(column)} = ${userId}`,
  );
  return part.last;
}
