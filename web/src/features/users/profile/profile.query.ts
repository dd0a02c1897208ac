import { getUser, type BlockedProfile, type Profile } from '@roost/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { freshFor } from '../../../lib/cache/fresh-for.ts';
import { isNothingFound } from '../../../lib/api/nothing-found.ts';

export const profileKey = (username: string) =>
  ['users', 'profile', username.toLowerCase()] as const;

interface ProfileOptions {
  /** Shows no toast on a failure, because no press caused the request. */
  isQuiet?: boolean;
}

export function profileQuery(username: string, { isQuiet = false }: ProfileOptions = {}) {
  return queryOptions({
    queryKey: profileKey(username),
    async queryFn({ signal }): Promise<Profile | BlockedProfile> {
      // The page itself says that the person does not exist.
      const { data } = await call(
        getUser,
        { params: { username }, signal },
        { quiet: isQuiet || isNothingFound },
      );
      return data.user;
    },
    staleTime: freshFor.profile,
  });
}

/** After a block in either direction the server sends only names. Right after an unblock the rest is still missing. */
export function isWholeProfile(profile: Profile | BlockedProfile): profile is Profile {
  return 'createdAt' in profile;
}
