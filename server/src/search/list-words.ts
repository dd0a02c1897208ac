import type { Context } from '../kernel/context.ts';
import { extendWordLists } from '../posts/search-index/word-lists.queries.ts';

/** Adds new posts to the word lists every minute. After a long pause it catches up, one block at a time. */
export async function listWords({ db }: Context): Promise<void> {
  while (await extendWordLists(db));
}
