import type { Context } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import { replaceTrending } from './trending.queries.ts';

/** Every minute: what is trending, so that no request has to count. */
export async function rankHashtags(ctx: Context): Promise<void> {
  await transaction(ctx, (tx) => replaceTrending(tx));
}
