import { sql } from 'kysely';
import type { Context } from '../../../kernel/context.ts';
import { MIN_ID } from '../../../platform/database/id-bounds.ts';
import { rows } from '../../../platform/database/query.ts';

/** A list has a limited number of members. */
export async function listListMembers(ctx: Context, userId: string, listId: string) {
  return rows(
    ctx.db.reads,
    { id: 'uuid', created_at: 'timestamptz' },
    sql`select member_id as id, created_at from list_members
      where owner_id = ${userId} and list_id = ${listId} order by member_id`,
  );
}

/** Lists the posts of which a person wants less, in the order of their ids. */
export async function listLess(ctx: Context, userId: string, after: string | null, limit: number) {
  return rows(
    ctx.db.reads,
    { id: 'uuid', created_at: 'timestamptz' },
    sql`select post_id as id, created_at from less_shown
      where user_id = ${userId} and post_id > ${after ?? MIN_ID} order by post_id limit ${limit}::int`,
  );
}
