import { getUser, type BlockedProfile, type Profile } from '@roost/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { freshFor } from '../../lib/constants.ts';
import { isNothingFound } from '../../lib/nothing-found.ts';

export const profileKey = (username: string) =>
  ['users', 'profile', username.toLowerCase()] as const;

export function profileQuery(username: string) {
  return queryOptions({
    queryKey: profileKey(username),
    async queryFn({ signal }): Promise<Profile | BlockedProfile> {
      // That there is nobody of that name is the page's to say.
      const { data } = await call(
        getUser,
        { params: { username }, signal },
        { quiet: isNothingFound },
      );
      return data.user;
    },
    staleTime: freshFor.profile,
  });
}

/** A block either way leaves only names. Just after an unblock the rest is still on its way. */
export function isWholeProfile(profile: Profile | BlockedProfile): profile is Profile {
  return 'createdAt' in profile;
}
