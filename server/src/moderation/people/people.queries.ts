import { sql } from 'kysely';
import type { Role } from '@roost/contract/users';
import type { Context } from '../../kernel/context.ts';
import { narrow, rows, type Row } from '../../platform/database/query.ts';
import { isErased, isHidden } from '../../users/hidden-user.queries.ts';

const name = { id: 'uuid', username: 'text', full_name: 'text', avatar: 'text?' } as const;

/** Finds the names of people. The staff sees hidden people too, but erased people have no name. */
export async function findNames(ctx: Context, ids: string[]): Promise<Row<typeof name>[]> {
  if (ids.length === 0) return [];
  return rows(
    ctx.db.reads,
    name,
    sql`select id, username, full_name, avatar from users where id = any(${ids}::uuid[])
      and not ${isErased(sql`users.id`)}`,
  );
}

const colleague = { id: 'uuid', role: narrow<Role>('text'), is_active: 'bool' } as const;
export type Colleague = Row<typeof colleague>;

/** Lists the staff, and who of them can act now: not hidden, and with the second factor that the role needs. Asks all shards, because a role is no key. */
export async function listStaff(ctx: Context): Promise<Colleague[]> {
  const hasFactor = ctx.config.needsStaffFactor
    ? sql`and exists (select from second_factors where user_id = users.id and secret is not null)`
    : sql``;
  return rows(
    ctx.db.reads,
    colleague,
    sql`select id, role, not ${isHidden(sql`users.id`)} ${hasFactor} as is_active
      from users where role <> 'member'`,
  );
}

const history = {
  role: narrow<Role>('text'),
  joined_at: 'timestamptz',
  posts: 'int4',
  followers: 'int4',
} as const;

/** Reads somebody's role, since when they are here, and their counts. Undefined after an erasure. */
export async function findHistory(ctx: Context, userId: string) {
  const [found] = await rows(
    ctx.db.reads,
    history,
    sql`select role, users.created_at as joined_at, public_posts_count + followers_posts_count as posts, followers_count as followers
      from users join user_stats on user_stats.user_id = users.id
      where users.id = ${userId} and not ${isErased(sql`users.id`)}`,
  );
  return found;
}
