import { listLists, listMembers, type PeopleList } from '@roost/contract/lists';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { freshFor } from '../../../lib/cache/fresh-for.ts';
import { pageOf, peoplePages } from '../people-pages.query.ts';
import { userKeys } from '../user-keys.ts';

export const listKeys = {
  all: ['people-lists'],
  own: ['people-lists', 'own'],
  /** With whether this person is on each of them. */
  of: (userId: string) => ['people-lists', 'of', userId],
} as const;

/** The viewer's lists of people, the oldest first. Its users show its failure themselves. */
export const listsQuery = queryOptions({
  queryKey: listKeys.own,
  queryFn: async ({ signal }) => (await call(listLists, { signal }, { quiet: true })).data.lists,
  staleTime: freshFor.list,
});

/** The same, with whether a person is on each list. */
export const listsOfQuery = (userId: string) =>
  queryOptions({
    queryKey: listKeys.of(userId),
    queryFn: async ({ signal }): Promise<PeopleList[]> =>
      (await call(listLists, { query: { member: userId }, signal }, { quiet: true })).data.lists,
    staleTime: 0,
  });

/** The people on a list, the latest first. */
export const membersQuery = (listId: string) =>
  peoplePages(userKeys.members(listId), async (request) =>
    pageOf((await call(listMembers, { params: { listId }, ...request }, { quiet: true })).data),
  );
