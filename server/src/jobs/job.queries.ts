import { sql } from 'kysely';
import type { Context } from '../context.ts';

export async function addJobRow(ctx: Context, name: string, payload: unknown): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(
    ctx.db,
  );
}
