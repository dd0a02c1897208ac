import type { Context } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { replacePopularPosts } from './popular.queries.ts';

/** A job ranks the popular posts each minute, so that no request has to search for them. */
export async function rankPopular(ctx: Context): Promise<void> {
  await transaction(ctx, replacePopularPosts);
}
