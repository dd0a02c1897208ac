import { getUser } from '@roost/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { freshFor } from '../../../lib/cache/fresh-for.ts';
import { chatKeys } from '../chat-keys.ts';
import type { Participant } from '../conversations/other-participant.ts';

/** A person without a conversation with the viewer. The profile endpoint also accepts an id as the username. */
export function personQuery(userId: string) {
  return queryOptions({
    queryKey: chatKeys.person(userId),
    async queryFn({ signal }): Promise<Participant> {
      const input = { params: { username: userId }, signal };
      const { user } = (await call(getUser, input, { quiet: true })).data;
      const { _id, username, fullName, avatar } = user;
      return {
        _id,
        username,
        fullName,
        avatar,
        premium: { isActive: false, ...('premium' in user && user.premium) },
      };
    },
    staleTime: freshFor.profile,
  });
}
