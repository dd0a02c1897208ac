import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';

const folded = (names: string[]) => names.map((name) => name.toLowerCase());

/** Finds the ids of the usernames that exist among these. */
export async function findUserIds(ctx: Context, usernames: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from usernames where name = any(${folded(usernames)}::text[])`.execute(
    ctx.db.reads,
  );
  return rows.map((row) => row.user_id);
}

/** Finds the usernames that exist among these, as their owners write them. Leaves out blocked people, in both directions. */
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
      ctx.db.reads,
    ),
    sql<{ blocked_id: string }>`
      select blocked_id from blocks where blocker_id = ${viewerId} and blocked_id = any(${ids}::uuid[])`.execute(
      ctx.db.reads,
    ),
  ]);
  const isBlocked = new Set(blocked.map((row) => row.blocked_id));
  return open.flatMap(({ id, username }) => (isBlocked.has(id) ? [] : username));
}

/** Reserves the usernames and email addresses of people that a tool inserted without `register`. */
export async function insertNamesAndEmails(
  { db }: Pick<Context, 'db'>,
  ids: string[],
): Promise<void> {
  await sql`
    insert into usernames (name, user_id)
    select lower(username), id from users where id = any(${ids}::uuid[])`.execute(db);
  await sql`
    insert into emails (email, user_id)
    select lower(email), user_id from accounts where user_id = any(${ids}::uuid[])`.execute(db);
}
