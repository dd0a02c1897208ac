/** Everything that holds posts lies under `all`; lists are infinite queries of `PostPage`. */
export const postKeys = {
  all: ['posts'],
  feed: ['posts', 'feed'],
  user: (userId: string) => ['posts', 'user', userId],
  likes: ['posts', 'likes'],
  bookmarks: ['posts', 'bookmarks'],
  one: (postId: string) => ['posts', 'one', postId],
} as const;
