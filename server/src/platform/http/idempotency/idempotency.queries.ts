import { sql } from 'kysely';
import type { Context, MemberContext } from '../../../kernel/context.ts';
import { one } from '../../database/query.ts';

/** Claims the key. Waits for an open transaction that claims the same key. Returns false if the key was used before. */
export async function claimKey(
  ctx: MemberContext,
  key: string,
  requestHash: Buffer,
): Promise<boolean> {
  const rows = await ctx.db
    .insertInto('idempotency_keys')
    .values({ user_id: ctx.viewer.id, key, request_hash: requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute();
  return rows.length > 0;
}

export async function storeAnswer(
  ctx: MemberContext,
  key: string,
  response: unknown,
): Promise<void> {
  await ctx.db
    .updateTable('idempotency_keys')
    .set({ response: JSON.stringify(response) })
    .where('user_id', '=', ctx.viewer.id)
    .where('key', '=', key)
    .execute();
}

export async function findAnswer(ctx: MemberContext, key: string) {
  return one(
    ctx.db.reads,
    { request_hash: 'bytea', response: 'jsonb?' },
    sql`select request_hash, response from idempotency_keys
      where user_id = ${ctx.viewer.id} and key = ${key}`,
  );
}

export async function deleteOldKeys(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .execute();
}
