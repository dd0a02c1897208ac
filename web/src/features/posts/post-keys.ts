/** All queries with posts are under `all`. Lists are infinite queries of `PostPage`. */
export const postKeys = {
  all: ['posts'],
  /** The key of the first tab. The key of the other tab begins with it. */
  feed: ['posts', 'feed'],
  following: ['posts', 'feed', 'following'],
  /** The number of posts newer than a tab's list. This query contains no posts. */
  newer: (tab: string) => ['newer-posts', tab],
  user: (userId: string) => ['posts', 'user', userId],
  replies: (userId: string) => ['posts', 'replies', userId],
  userMedia: (userId: string) => ['posts', 'user-media', userId],
  likes: ['posts', 'likes'],
  bookmarks: ['posts', 'bookmarks'],
  searches: ['posts', 'search'],
  /** For a search text or a hashtag. */
  search: (text: string) => ['posts', 'search', text],
  /** The feed of a list of people. As in a search, a mute leaves posts out, and a new own post does not stand on top. */
  list: (listId: string) => ['posts', 'search', 'list', listId],
  one: (postId: string) => ['posts', 'one', postId],
  comments: (postId: string) => ['posts', 'comments', postId],
  ancestry: ['posts', 'ancestors'],
  ancestors: (postId: string) => ['posts', 'ancestors', postId],
  /** All comments that the viewer wrote since the page was loaded. */
  newComments: ['posts', 'new-comments'],
} as const;
