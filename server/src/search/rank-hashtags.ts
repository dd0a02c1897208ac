import type { Context } from '../kernel/context.ts';
import { transaction } from '../platform/database/transaction.ts';
import { replaceTrending, updateUsed } from './trending.queries.ts';

/** Computes trending and used hashtags every minute, so that no request counts them. */
export async function rankHashtags(ctx: Context): Promise<void> {
  await transaction(ctx, async (tx) => {
    await replaceTrending(tx);
    await updateUsed(tx);
  });
}
