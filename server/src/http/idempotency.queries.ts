import { sql } from 'kysely';
import type { Context, MemberContext } from '../context.ts';

/** Takes the key, waiting for another that holds it; false when it was used before. */
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
  return ctx.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'response'])
    .where('user_id', '=', ctx.viewer.id)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function deleteOldKeys(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .execute();
}
