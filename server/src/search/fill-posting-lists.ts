import type { Context } from '../kernel/context.ts';
import { extendPostingLists } from '../posts/search-index/posting-lists.queries.ts';

/** Adds all settled posts to the posting lists, at most one segment in each transaction. A job calls it every minute. */
export async function fillPostingLists({ db }: Context): Promise<void> {
  while (await extendPostingLists(db));
}
