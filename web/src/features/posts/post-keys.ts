/** Everything that holds posts lies under `all`; lists are infinite queries of `PostPage`. */
export const postKeys = {
  all: ['posts'],
  /** Both tabs of it lie under this; it is itself the first one. */
  feed: ['posts', 'feed'],
  following: ['posts', 'feed', 'following'],
  user: (userId: string) => ['posts', 'user', userId],
  replies: (userId: string) => ['posts', 'replies', userId],
  likes: ['posts', 'likes'],
  bookmarks: ['posts', 'bookmarks'],
  /** Under either a search's words or a hashtag. */
  search: (text: string) => ['posts', 'search', text],
  one: (postId: string) => ['posts', 'one', postId],
  comments: (postId: string) => ['posts', 'comments', postId],
  ancestry: ['posts', 'ancestors'],
  ancestors: (postId: string) => ['posts', 'ancestors', postId],
  /** Comments written since the page was loaded, wherever they belong. */
  written: ['posts', 'written'],
} as const;
