import { sql } from 'kysely';
import type { Context } from '../context.ts';

const folded = (names: string[]) => names.map((name) => name.toLowerCase());

/** Usernames are compared in any case. */
export async function findUserIdByName(
  ctx: Context,
  username: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from usernames where name = ${username.toLowerCase()}`.execute(ctx.db);
  return rows[0]?.user_id;
}

/** Ids of those of these names that exist. */
export async function findUserIds(ctx: Context, usernames: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from usernames where name = any(${folded(usernames)}::text[])`.execute(ctx.db);
  return rows.map((row) => row.user_id);
}

/** Usernames as their owners write them, for those of these names that exist and no block keeps from the viewer. */
export async function findUsernames(
  ctx: Context,
  viewerId: string,
  names: string[],
): Promise<string[]> {
  const ids = await findUserIds(ctx, names);
  if (ids.length === 0) return [];
  const [{ rows: open }, { rows: blocked }] = await Promise.all([
    sql<{ id: string; username: string }>`
      select id, username from users where id = any(${ids}::uuid[])
        and not exists (select from blocks where blocker_id = users.id and blocked_id = ${viewerId})`.execute(
      ctx.db,
    ),
    sql<{ blocked_id: string }>`
      select blocked_id from blocks where blocker_id = ${viewerId} and blocked_id = any(${ids}::uuid[])`.execute(
      ctx.db,
    ),
  ]);
  const isBlocked = new Set(blocked.map((row) => row.blocked_id));
  return open.flatMap(({ id, username }) => (isBlocked.has(id) ? [] : username));
}

/** Enters the names and addresses of people whose rows were written past `register`. */
export async function enterNames({ db }: Pick<Context, 'db'>, ids: string[]): Promise<void> {
  await sql`
    insert into usernames (name, user_id)
    select lower(username), id from users where id = any(${ids}::uuid[])`.execute(db);
  await sql`
    insert into emails (email, user_id)
    select lower(email), user_id from accounts where user_id = any(${ids}::uuid[])`.execute(db);
}
