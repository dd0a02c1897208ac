/** The ids in the addresses of reads. */
export interface ReadSubjects {
  people: readonly { id: string; username: string }[];
  /** Beginnings of names, for the search. They contain no whole unique word, because the answers repeat the query. */
  names: readonly string[];
  postIds: readonly string[];
  conversationIds: readonly string[];
  /** Lists of different people. Each reads only their own. */
  listIds: readonly string[];
}

/** The addresses of each endpoint that could reveal hidden content. */
export const readAddresses: Record<string, (subjects: ReadSubjects) => string[]> = {
  'GET /api/auth/me': () => ['/api/auth/me'],
  'GET /api/posts/feed': ({ listIds }) => [
    '/api/posts/feed?limit=50',
    ...listIds.map((id) => `/api/posts/feed?limit=50&list=${id}`),
  ],
  'GET /api/users/lists/:listId/members': ({ listIds }) =>
    listIds.map((id) => `/api/users/lists/${id}/members?limit=50`),
  'GET /api/posts/feed/new': () => [
    '/api/posts/feed/new?since=00000000-0000-7000-8000-000000000000',
  ],
  'GET /api/posts/user-likes': () => ['/api/posts/user-likes?limit=50'],
  'GET /api/users/bookmarks': () => ['/api/users/bookmarks?limit=50'],
  'GET /api/posts/user/:userId': ({ people }) =>
    people.map(({ id }) => `/api/posts/user/${id}?limit=50`),
  'GET /api/posts/user/:userId/comments': ({ people }) =>
    people.map(({ id }) => `/api/posts/user/${id}/comments?limit=50`),
  'GET /api/posts/user/:userId/media': ({ people }) =>
    people.map(({ id }) => `/api/posts/user/${id}/media?limit=50`),
  'GET /api/posts/:postId': ({ postIds }) => postIds.map((id) => `/api/posts/${id}`),
  'GET /api/posts/:postId/comments': ({ postIds }) =>
    postIds.map((id) => `/api/posts/${id}/comments?limit=50`),
  'GET /api/posts/:postId/likes': ({ postIds }) =>
    postIds.map((id) => `/api/posts/${id}/likes?limit=50`),
  'GET /api/posts/:postId/reposts': ({ postIds }) =>
    postIds.map((id) => `/api/posts/${id}/reposts?limit=50`),
  'GET /api/posts/:postId/ancestors': ({ postIds }) =>
    postIds.map((id) => `/api/posts/${id}/ancestors`),
  'GET /api/users/getuser/:username': ({ people }) =>
    people.map(({ username }) => `/api/users/getuser/${username}`),
  'GET /api/users/blocked-users': () => ['/api/users/blocked-users'],
  'GET /api/follow/:userId/followers': ({ people }) =>
    people.map(({ id }) => `/api/follow/${id}/followers?limit=50`),
  'GET /api/follow/:userId/following': ({ people }) =>
    people.map(({ id }) => `/api/follow/${id}/following?limit=50`),
  'GET /api/users/mutes': () => ['/api/users/mutes?limit=50'],
  'GET /api/follow/requests': () => ['/api/follow/requests?limit=50'],
  'GET /api/users/suggested': () => ['/api/users/suggested?limit=50'],
  'GET /api/users/search': ({ names }) =>
    names.map((query) => `/api/users/search?limit=50&query=${encodeURIComponent(query)}`),
  'GET /api/search/mentions': () => [
    '/api/search/mentions?query=',
    '/api/search/mentions?query=al',
    '/api/search/mentions?query=canary',
  ],
  // The answers repeat the query, so the query must not contain a whole unique word.
  'GET /api/posts/search': ({ people }) =>
    ['canary', '%23canary', ...people.map(({ username }) => `from:${username}`)].map(
      (query) => `/api/posts/search?limit=50&query=${query}`,
    ),
  'GET /api/posts/hashtag/:tag': () => ['/api/posts/hashtag/canary?limit=50'],
  'GET /api/search/hashtags': () => ['/api/search/hashtags?query=canary'],
  'GET /api/notifications': () => ['/api/notifications?limit=50', '/api/notifications?grouped=1'],
  'GET /api/reports/mine': () => ['/api/reports/mine?limit=50'],
  'GET /api/chat/conversations': () => ['/api/chat/conversations'],
  'GET /api/chat/conversations/:userId': ({ people }) =>
    people.map(({ id }) => `/api/chat/conversations/${id}`),
  'GET /api/chat/conversations/:conversationId/messages': ({ conversationIds }) =>
    conversationIds.map((id) => `/api/chat/conversations/${id}/messages`),
};
