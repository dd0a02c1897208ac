import type { FeedTab } from '@roost/contract/feed';

/** All queries with posts are under `all`. Lists are infinite queries of `PostPage`. */
export const postKeys = {
  all: ['posts'],
  /** The key of the first tab. The key of the other tab begins with it. */
  feed: ['posts', 'feed'],
  following: ['posts', 'feed', 'following'],
  /** The number of posts newer than a tab's list. This query contains no posts. */
  newer: (tab: FeedTab) => ['newer-posts', tab],
  user: (userId: string) => ['posts', 'user', userId],
  replies: (userId: string) => ['posts', 'replies', userId],
  likes: ['posts', 'likes'],
  bookmarks: ['posts', 'bookmarks'],
  searches: ['posts', 'search'],
  /** For a search text or a hashtag. */
  search: (text: string) => ['posts', 'search', text],
  one: (postId: string) => ['posts', 'one', postId],
  comments: (postId: string) => ['posts', 'comments', postId],
  ancestry: ['posts', 'ancestors'],
  ancestors: (postId: string) => ['posts', 'ancestors', postId],
  /** All comments that the viewer wrote since the page was loaded. */
  newComments: ['posts', 'new-comments'],
} as const;
