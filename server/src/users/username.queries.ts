import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { exec, rows } from '../platform/database/query.ts';
import { findRelationshipIds } from './user.queries.ts';

const folded = (names: string[]) => names.map((name) => name.toLowerCase());

/** Finds the ids of the usernames that exist among these. */
export async function findUserIds(ctx: Context, usernames: string[]): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { user_id: 'uuid' },
    sql`select user_id from usernames where name = any(${folded(usernames)}::text[])`,
  );
  return found.map((row) => row.user_id);
}

/** Finds the usernames that exist among these, as their owners write them. Leaves out blocked people, in both directions. */
export async function findUsernames(
  ctx: Context,
  viewerId: string,
  names: string[],
): Promise<string[]> {
  const ids = await findUserIds(ctx, names);
  if (ids.length === 0) return [];
  const [people, { blocks, blocked_by }] = await Promise.all([
    rows(
      ctx.db.reads,
      { id: 'uuid', username: 'text' },
      sql`select id, username from users where id = any(${ids}::uuid[])`,
    ),
    findRelationshipIds(ctx, viewerId, ids),
  ]);
  const blocked = new Set([...blocks, ...blocked_by]);
  return people.flatMap(({ id, username }) => (blocked.has(id) ? [] : username));
}

/** Reserves the usernames and email addresses of people that a tool inserted without `register`. */
export async function insertNamesAndEmails(
  { db }: Pick<Context, 'db'>,
  ids: string[],
): Promise<void> {
  await exec(
    db,
    sql`insert into usernames (name, user_id)
      select lower(username), id from users where id = any(${ids}::uuid[])`,
  );
  await exec(
    db,
    sql`insert into emails (email, user_id)
      select lower(email), user_id from accounts where user_id = any(${ids}::uuid[])`,
  );
}
