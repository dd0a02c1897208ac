import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, one, rows } from '../../platform/database/query.ts';

type HiddenReason = 'suspended' | 'banned';

/**
 * Hides a person until then, or shows them again if `until` is undefined. `until` is a time as PostgreSQL writes it. Returns whether
 * this changes anything.
 */
export async function setHidden(
  ctx: Context,
  personId: string,
  reason: HiddenReason,
  until: string | undefined,
): Promise<boolean> {
  if (until === undefined) {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('hidden_users')
      .where('user_id', '=', personId)
      .where('reason', '=', reason)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
  const changed = await rows(
    ctx.db,
    { user_id: 'uuid' },
    sql`insert into hidden_users (user_id, reason, until) values (${personId}, ${reason}, ${until}::timestamptz)
      on conflict (user_id, reason) do update set until = excluded.until where hidden_users.until <> excluded.until
      returning user_id`,
  );
  return changed.length > 0;
}

/** Limits a person until then, or ends the limit if `until` is undefined. */
export async function setLimited(
  ctx: Context,
  personId: string,
  until: string | undefined,
): Promise<void> {
  await exec(
    ctx.db,
    until === undefined
      ? sql`delete from limited_users where user_id = ${personId}`
      : sql`insert into limited_users (user_id, until) values (${personId}, ${until}::timestamptz)
          on conflict (user_id) do update set until = excluded.until`,
  );
}

/** Lists the media of a post, deleted or not. */
export async function findMediaOfPost(ctx: Context, id: string): Promise<string[]> {
  const found = await one(
    ctx.db,
    { media_ids: 'uuid[]' },
    sql`select media_ids from posts where id = ${id}`,
  );
  return found?.media_ids ?? [];
}

/** Lists the media of a message, deleted or not. */
export async function findMediaOfMessage(
  ctx: Context,
  conversationId: string | null,
  id: string,
): Promise<string[]> {
  if (conversationId === null) return [];
  const found = await one(
    ctx.db,
    { media_ids: 'uuid[]' },
    sql`select media_ids from messages where id = ${id} and conversation_id = ${conversationId}`,
  );
  return found?.media_ids ?? [];
}
