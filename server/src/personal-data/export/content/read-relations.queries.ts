import { sql } from 'kysely';
import type { Context } from '../../../kernel/context.ts';
import { MIN_ID } from '../../../platform/database/id-bounds.ts';
import { rows } from '../../../platform/database/query.ts';
import { isHidden } from '../../../users/hidden-user.queries.ts';

/** The columns of the person and of the other one. */
const columns = {
  follows: ['follower_id', 'followee_id'],
  blocks: ['blocker_id', 'blocked_id'],
  suggestion_dismissals: ['user_id', 'dismissed_id'],
  follow_requests: ['follower_id', 'followee_id'],
} as const;

export type RelationTable = keyof typeof columns;

/** Lists the other people of one kind of relation, in the order of their ids. */
export async function listRelated(
  ctx: Context,
  table: RelationTable,
  userId: string,
  after: string | null,
  limit: number,
) {
  const [own, other] = columns[table];
  return rows(
    ctx.db.reads,
    { id: 'uuid', created_at: 'timestamptz' },
    sql`select ${sql.ref(other)} as id, created_at from ${sql.table(table)}
      where ${sql.ref(own)} = ${userId} and ${sql.ref(other)} > ${after ?? MIN_ID}
      order by ${sql.ref(other)} limit ${limit}::int`,
  );
}

/** Lists the people whom a person mutes, in the order of their ids. The end is null if there is none. */
export async function listMuted(ctx: Context, userId: string, after: string | null, limit: number) {
  return rows(
    ctx.db.reads,
    { id: 'uuid', until: 'timestamptz?', reposts_only: 'bool', created_at: 'timestamptz' },
    sql`select muted_id as id, nullif(until, 'infinity') as until, reposts_only, created_at from mutes
      where muter_id = ${userId} and muted_id > ${after ?? MIN_ID} order by muted_id limit ${limit}::int`,
  );
}

/** Lists the private notes of a person, in the order of the people whom they are about. */
export async function listNotes(ctx: Context, userId: string, after: string | null, limit: number) {
  return rows(
    ctx.db.reads,
    { id: 'uuid', content: 'text', updated_at: 'timestamptz' },
    sql`select about_id as id, content, updated_at from notes
      where author_id = ${userId} and about_id > ${after ?? MIN_ID} order by about_id limit ${limit}::int`,
  );
}

/** Reads the usernames of these people. Hidden people are absent. */
export async function listShownNames(ctx: Context, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid', username: 'text' },
    sql`select id, username from users where id = any(${ids}::uuid[]) and not ${isHidden(sql`users.id`)}`,
  );
  return new Map(found.map(({ id, username }) => [id, username]));
}
