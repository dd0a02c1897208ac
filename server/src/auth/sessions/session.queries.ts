import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { PayloadOf } from '../../kernel/events.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { exec } from '../../platform/database/query.ts';
import type { sessionsEnded } from '../auth.events.ts';

/** The channel on which nodes learn about ended sessions. */
export const SESSIONS_ENDED_CHANNEL = 'roost_sessions_ended';
/** A notification holds at most 8,000 bytes. */
const IDS_PER_NOTIFICATION = 100;

/** Notifies all nodes about ended sessions when the transaction commits. */
export async function notifySessionsEnded(
  ctx: Context,
  { sessionIds, ...about }: PayloadOf<typeof sessionsEnded>,
): Promise<void> {
  for (let from = 0; from < sessionIds.length; from += IDS_PER_NOTIFICATION) {
    const ids = sessionIds.slice(from, from + IDS_PER_NOTIFICATION);
    const message = JSON.stringify({ sessionIds: ids, ...about });
    await exec(ctx.db, sql`select pg_notify(${SESSIONS_ENDED_CHANNEL}, ${message})`);
  }
}

export async function insertSession(
  ctx: Context,
  session: Insertable<Tables['sessions']>,
): Promise<void> {
  await ctx.db.insertInto('sessions').values(session).execute();
}

/** Reads a session, and what the cache knows of its holder. On shards, this takes two statements, because their keys differ. */
export async function findSession(ctx: Context, tokenHash: Buffer) {
  const found = ctx.db.reads
    .selectFrom('sessions')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.created_at',
      'last_used_at',
      'expires_at',
    ])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`);
  if (!ctx.shards)
    return found
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .innerJoin('accounts', 'accounts.user_id', 'users.id')
      .select(holderColumns(sql.ref('users.id')))
      .executeTakeFirst();
  const session = await found.executeTakeFirst();
  const holder = session && (await findHolder(ctx, session.user_id));
  return session && holder && { ...session, ...holder };
}

/** `id` is the person's id. Citus asks every shard for a subquery that names the person by a column. */
const holderColumns = (id: RawBuilder<unknown>) =>
  [
    'premium_until',
    'role',
    sql<boolean>`email_verified_at is not null`.as('is_email_verified'),
    sql<boolean>`users.muted_words is not null
      or exists (select from mutes where muter_id = ${id} and until > now())
      or exists (select from muted_threads where muted_threads.user_id = ${id})`.as('has_mutes'),
  ] as const;

async function findHolder(ctx: Context, userId: string) {
  return ctx.db.reads
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(holderColumns(sql`${userId}::uuid`))
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

export async function touchSession(
  ctx: Context,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ last_used_at: sql<Date>`now()`, expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Records that the holder of a session gave a proof now. */
export async function markSessionProved(ctx: Context, tokenHash: Buffer): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function listSessionsOf(ctx: Context, userId: string) {
  return ctx.db.reads
    .selectFrom('sessions')
    .select(['id', 'device', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_used_at', 'desc')
    .execute();
}

/** Deletes all sessions of a person except this one and the `others` newest. Returns the deleted ids. */
export async function deleteOldestSessions(
  ctx: Context,
  userId: string,
  kept: { id: string; others: number },
): Promise<string[]> {
  const rows = await ctx.db
    .deleteFrom('sessions')
    .where('id', 'in', (query) =>
      query
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '<>', kept.id)
        // Ids contain the clock of the node that made them. `created_at` is the database's clock.
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(kept.others),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function deleteSessionByToken(ctx: Context, tokenHash: Buffer): Promise<string[]> {
  const rows = await ctx.db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function deleteOwnSession(
  ctx: Context,
  userId: string,
  id: string,
): Promise<string[]> {
  const rows = await ctx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function deleteSessions(
  ctx: Context,
  userId: string,
  keep?: string,
): Promise<string[]> {
  const rows = await ctx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== undefined, (query) => query.where('id', '<>', keep as string))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the ids of those sessions that are still open, given the hashes of their tokens. */
export async function liveSessions(ctx: Context, tokenHashes: Buffer[]): Promise<Set<string>> {
  const rows = await ctx.db.reads
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', sql<Buffer>`any(${tokenHashes}::bytea[])`)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Removes the network addresses of sessions that are older than ACTIVITY_DAYS. */
export async function forgetOldAddresses(ctx: Context): Promise<void> {
  const seconds = Math.ceil(ctx.config.activityDays * 86_400);
  await ctx.db
    .updateTable('sessions')
    .set({ address: '' })
    .where('address', '<>', sql.lit(''))
    .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${sql.lit(seconds)})`)
    .execute();
}

export async function deleteExpiredSessions(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('sessions')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}
