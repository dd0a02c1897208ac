import { sql } from 'kysely';
import type { Role } from '@roost/contract/users';
import type { Context } from '../../kernel/context.ts';
import { narrow, one, rows } from '../../platform/database/query.ts';

const stored = { role: narrow<Role>('text') } as const;

/** Reads somebody's role, and holds it until the end of the transaction. Undefined if there is no such person. */
export async function holdRole(ctx: Context, userId: string): Promise<Role | undefined> {
  const found = await one(
    ctx.db,
    stored,
    sql`select role from users where id = ${userId} for share`,
  );
  return found?.role;
}

/** Stores a role. Returns the role before, or undefined if there is no such person. */
export async function updateRole(
  ctx: Context,
  userId: string,
  role: Role,
): Promise<Role | undefined> {
  const before = await lockRole(ctx, userId);
  if (before !== undefined && before !== role)
    await ctx.db
      .updateTable('users')
      // Nobody of the staff counts as new.
      .set({ role, ...(role !== 'member' && { unknown_as: null }) })
      .where('id', '=', userId)
      .execute();
  return before;
}

async function lockRole(ctx: Context, userId: string): Promise<Role | undefined> {
  const found = await one(
    ctx.db,
    stored,
    sql`select role from users where id = ${userId} for update`,
  );
  return found?.role;
}

/**
 * Locks all admins until the end of the transaction, and returns their ids. So two admins cannot remove each other at the same
 * time. Asks all shards, because a role is no key. Each lock is one statement, because a row of another shard needs its own.
 */
export async function lockAdmins(ctx: Context): Promise<string[]> {
  const found = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', sql.lit('admin'))
    .orderBy('id')
    .execute();
  const admins: string[] = [];
  for (const { id } of found) if ((await lockRole(ctx, id)) === 'admin') admins.push(id);
  return admins;
}

/** Returns those of these people who are not hidden. A closed account can neither sign in nor act. */
export async function findPresent(ctx: Context, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await rows(
    ctx.db,
    { user_id: 'uuid' },
    sql`select user_id from hidden_users where user_id = any(${ids}::uuid[]) and until > now()`,
  );
  const hidden = new Set(found.map(({ user_id }) => user_id));
  return ids.filter((id) => !hidden.has(id));
}

/** Reads when the session with this token last got a proof. Undefined if it ended. */
export async function findProof(ctx: Context, tokenHash: Buffer): Promise<Date | undefined> {
  const found = await one(
    ctx.db,
    { proved_at: 'timestamptz' },
    sql`select proved_at from sessions where token_hash = ${tokenHash}`,
  );
  return found?.proved_at;
}
