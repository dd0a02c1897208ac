/** Everything that holds posts lies under `all`; lists are infinite queries of `PostPage`. */
export const postKeys = {
  all: ['posts'],
  feed: ['posts', 'feed'],
  user: (userId: string) => ['posts', 'user', userId],
  likes: ['posts', 'likes'],
  bookmarks: ['posts', 'bookmarks'],
  /** Under either a search's words or a hashtag. */
  search: (text: string) => ['posts', 'search', text],
  one: (postId: string) => ['posts', 'one', postId],
} as const;
