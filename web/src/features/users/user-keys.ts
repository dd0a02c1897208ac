/** All queries with people are under `all`. Lists of people are under `lists`, where a block removes the person. */
export const userKeys = {
  all: ['users'],
  profiles: ['users', 'profile'],
  lists: ['users', 'list'],
  suggested: ['users', 'list', 'suggested'],
  follows: (userId: string, side: string) => ['users', 'list', side, userId],
  engagers: (postId: string, kind: string) => ['users', 'list', kind, postId],
  search: (query: string) => ['users', 'list', 'search', query],
  mentions: (query: string) => ['users', 'list', 'mentions', query],
  blocked: ['users', 'blocked'],
  requests: ['users', 'list', 'requests'],
  muted: ['users', 'list', 'muted'],
  members: (listId: string) => ['users', 'list', 'members', listId],
  reports: ['users', 'reports'],
} as const;
