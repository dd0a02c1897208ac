import type { Context } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import { replaceTrending, updateUsed } from './trending.queries.ts';

/** Every minute: what is trending and what is used at all, so that no request has to count. */
export async function rankHashtags(ctx: Context): Promise<void> {
  await transaction(ctx, async (tx) => {
    await replaceTrending(tx);
    await updateUsed(tx);
  });
}
