import { listHashtag } from '@roost/contract/search';
import { listSuggested } from '@roost/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { userKeys } from '../users/user-keys.ts';
import type { RowUser } from '../users/user-row.tsx';

const MAX_PEOPLE = 12;

export interface PersonToFollow extends RowUser {
  /** Those of the chosen hashtags with which the person wrote. */
  hashtags: string[];
  /** Undefined for a person of whom only a post is known. */
  followersCount?: number;
  createdAt?: string;
}

/** People who wrote with these hashtags, then suggested people. One request for each hashtag, and one more. */
export function peopleToFollowQuery(hashtags: readonly string[], viewerId: string) {
  return queryOptions({
    queryKey: [...userKeys.lists, 'welcome', hashtags],
    async queryFn({ signal }): Promise<PersonToFollow[]> {
      const suggested = suggestedPeople(signal);
      const authors = await Promise.all(
        hashtags.map(async (tag) => authorsOf(tag, signal).catch(() => [])),
      );
      const people = merged([...authors.flat(), ...(await suggested)]);
      return people
        .filter(({ _id }) => _id !== viewerId)
        .toSorted((one, other) => rankOf(one) - rankOf(other))
        .slice(0, MAX_PEOPLE);
    },
    // Nobody leaves the list because the viewer follows them.
    staleTime: Infinity,
  });
}

/** First those with the most chosen hashtags. Last those who show neither a picture nor a bio. */
function rankOf({ hashtags, bio, avatar }: PersonToFollow): number {
  if (hashtags.length > 0) return -hashtags.length;
  return bio !== '' || avatar !== null ? 0 : 1;
}

/** Each person once, at their first position, with everything that is known of them. */
function merged(rows: PersonToFollow[]): PersonToFollow[] {
  const people = new Map<string, PersonToFollow>();
  for (const row of rows) {
    const known = people.get(row._id);
    const hashtags = [...new Set([...(known?.hashtags ?? []), ...row.hashtags])];
    people.set(row._id, { ...known, ...row, hashtags });
  }
  return [...people.values()];
}

async function suggestedPeople(signal: AbortSignal): Promise<PersonToFollow[]> {
  const { data } = await call(listSuggested, { query: { limit: MAX_PEOPLE }, signal });
  return data.map(({ profile, ...card }) => ({
    ...card,
    hashtags: [],
    createdAt: profile.createdAt,
  }));
}

async function authorsOf(tag: string, signal: AbortSignal): Promise<PersonToFollow[]> {
  const { data } = await call(listHashtag, { params: { tag }, signal }, { quiet: true });
  return data.posts
    .map(({ ownerid }) => ownerid)
    .filter((author) => !author.isFollowingByCurrentUser && !author.isBlockedByCurrentUser)
    .map((author) => ({
      ...author,
      bio: '',
      isFollowRequestedByCurrentUser: false,
      hashtags: [tag],
    }));
}
