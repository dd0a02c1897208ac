import type { Context } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import { replacePopular } from './popular.queries.ts';

/** Every minute: which posts are worth showing to strangers, so that no request has to look for them. */
export async function rankPopular(ctx: Context): Promise<void> {
  await transaction(ctx, replacePopular);
}
