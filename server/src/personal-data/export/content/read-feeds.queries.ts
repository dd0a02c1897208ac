import { sql } from 'kysely';
import type { Context } from '../../../kernel/context.ts';
import { MIN_ID } from '../../../platform/database/id-bounds.ts';
import { rows } from '../../../platform/database/query.ts';

/** A person has at most a few lists. */
export async function listOwnLists(ctx: Context, userId: string) {
  return rows(
    ctx.db.reads,
    { id: 'uuid', name: 'text', created_at: 'timestamptz' },
    sql`select list_id as id, name, created_at from people_lists where owner_id = ${userId} order by list_id`,
  );
}

/** A list has a limited number of members. */
export async function listListMembers(ctx: Context, userId: string, listId: string) {
  return rows(
    ctx.db.reads,
    { id: 'uuid', created_at: 'timestamptz' },
    sql`select member_id as id, created_at from list_members
      where owner_id = ${userId} and list_id = ${listId} order by member_id`,
  );
}

/** A person keeps at most a few feeds. */
export async function listKept(ctx: Context, userId: string) {
  return rows(
    ctx.db.reads,
    { kind: 'text', value: 'text', created_at: 'timestamptz' },
    sql`select kind, value, created_at from kept_feeds where owner_id = ${userId} order by feed_id`,
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
