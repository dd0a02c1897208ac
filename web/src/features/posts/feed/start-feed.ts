import type { Post } from '@roost/contract/posts';
import type { QueryClient } from '@tanstack/react-query';
import { PAGE_SIZE } from '../../../lib/page-size.ts';
import { postKeys } from '../post-keys.ts';

interface FirstPage {
  posts: Post[];
  pagination: { nextCursor: string | null };
  since: string;
}

/** Fills the feed with the first page that the HTML document contains, as if it had just been fetched. */
export function startFeed(client: QueryClient, { posts, pagination, since }: FirstPage): void {
  client.setQueryData(postKeys.feed, {
    pages: [{ posts, nextCursor: pagination.nextCursor, since }],
    pageParams: [{ cursor: null, limit: PAGE_SIZE }],
  });
}
