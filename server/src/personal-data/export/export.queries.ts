import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { narrow, one, rows, type Row } from '../../platform/database/query.ts';

const exported = {
  id: 'uuid',
  user_id: 'uuid',
  status: narrow<'working' | 'ready'>('text'),
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  bytes: 'int8?',
} as const;
export type ExportRow = Row<typeof exported>;

const columns = sql`id, user_id, status, created_at, expires_at, bytes`;

/** Whether somebody asked for an export within the last day. */
export async function hasRecentExport(ctx: Context, userId: string): Promise<boolean> {
  const found = await one(
    ctx.db.reads,
    { found: 'bool' },
    sql`select exists (select from exports
      where user_id = ${userId} and created_at > now() - interval '1 day') as found`,
  );
  return found?.found ?? false;
}

export async function insertExport(
  ctx: Context,
  { id, userId, days }: { id: string; userId: string; days: number },
): Promise<void> {
  await ctx.db
    .insertInto('exports')
    .values({
      id,
      user_id: userId,
      expires_at: sql<Date>`now() + ${days * 86_400}::float8 * interval '1 second'`,
    })
    .execute();
}

/** Lists a person's exports that have not expired, newest first. */
export async function listExportsOf(ctx: Context, userId: string): Promise<ExportRow[]> {
  return rows(
    ctx.db.reads,
    exported,
    sql`select ${columns} from exports where user_id = ${userId} and expires_at > now()
      order by created_at desc limit 50`,
  );
}

export async function findExport(ctx: Context, id: string): Promise<ExportRow | undefined> {
  return one(
    ctx.db.reads,
    exported,
    sql`select ${columns} from exports where id = ${id} and expires_at > now()`,
  );
}

/** Marks an export as ready. Returns false if its row is gone, because the account was erased or the time is over. */
export async function finishExport(ctx: Context, id: string, bytes: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('exports')
    .set({ status: 'ready', bytes })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteExports(ctx: Context, ids: string[]): Promise<void> {
  await ctx.db
    .deleteFrom('exports')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export async function listExportIdsOf(ctx: Context, userId: string): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select id from exports where user_id = ${userId}`,
  );
  return found.map(({ id }) => id);
}

/** Lists exports whose time is over. */
export async function listOverExports(ctx: Context, limit: number): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select id from exports
      where expires_at <= now() order by expires_at limit ${limit}::int`,
  );
  return found.map(({ id }) => id);
}

export async function hasExport(ctx: Context, id: string): Promise<boolean> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select id from exports where id = ${id}::uuid`,
  );
  return found.length > 0;
}
