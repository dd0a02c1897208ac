import type { Context } from '../kernel/context.ts';
import { extendPostingLists } from '../posts/search-index/posting-lists.queries.ts';

/** Adds new posts to the posting lists every minute. After a long pause it catches up, one segment at a time. */
export async function fillPostingLists({ db }: Context): Promise<void> {
  while (await extendPostingLists(db));
}
