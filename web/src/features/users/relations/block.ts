import { listBlockedUsers, toggleBlock, type BlockedUser } from '@roost/contract/relations';
import { type BlockedProfile, type OwnUser, type Profile } from '@roost/contract/users';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { meKey } from '../../auth/session.ts';
import { writeCache, type Undo } from '../../../lib/cache/write-cache.ts';
import { showFollowing } from './follow.ts';
import { publishBlocked, publishBlockSettled } from './relation-events.ts';
import { toggleOptimistically, type ToggleKind } from '../../../lib/cache/optimistic-toggle.ts';
import { patchPerson } from '../patch-person.ts';
import { removePerson } from '../people-lists.ts';
import { profileKey } from '../profile/profile.query.ts';
import { userKeys } from '../user-keys.ts';

interface Answer {
  on: boolean;
  /** Only the answer to a block or an unblock contains it. */
  user?: Profile | BlockedProfile;
  blockedUsers: BlockedUser[];
}

const blocking: ToggleKind<string, Answer> = {
  name: 'block',
  idOf: (userId) => userId,
  show: showBlocked,
  async send(userId) {
    const { data } = await call(toggleBlock, { params: { userId } }, { quiet: true });
    const { user, blockedUsers } = data;
    return { on: blockedUsers.some(({ _id }) => _id === userId), user, blockedUsers };
  },
  async reread(userId) {
    const { data } = await call(listBlockedUsers, {}, { quiet: true });
    return { on: data.some(({ _id }) => _id === userId), blockedUsers: data };
  },
  settle(client, _, { user, blockedUsers }) {
    const viewer = client.getQueryData<OwnUser | null>(meKey);
    const ids = blockedUsers.map(({ _id }) => _id);
    if (viewer) patchPerson(client, viewer._id, () => ({ blockedUsers: ids }));
    // The answer contains the whole list of blocked people, so the list needs no refetch.
    client.setQueryData(userKeys.blocked, blockedUsers);
    if (user && client.getQueryData(profileKey(user.username)))
      client.setQueryData(profileKey(user.username), user);
  },
  afterwards(client, userId) {
    void client.invalidateQueries({ queryKey: userKeys.profiles });
    void client.invalidateQueries({ queryKey: userKeys.lists });
    publishBlockSettled(client, userId);
  },
};

/** Shows a block: it ends the viewer's follow and hides the person everywhere. */
export function showBlocked(client: QueryClient, userId: string, on: boolean): Undo {
  const viewer = client.getQueryData<OwnUser | null>(meKey);
  const undos = [
    patchPerson(client, userId, () => ({ isBlockedByCurrentUser: on })),
    ...(viewer
      ? [
          patchPerson(client, viewer._id, ({ blockedUsers = [] }) => ({
            blockedUsers: on
              ? [userId, ...blockedUsers]
              : blockedUsers.filter((id) => id !== userId),
          })),
        ]
      : []),
    ...(on
      ? [
          showFollowing(client, userId, false),
          removePerson(client, userId),
          ...publishBlocked(client, userId),
        ]
      : [hideUnblocked(client, userId)]),
  ];
  return () => undos.reverse().forEach((undo) => undo());
}

/** Removes a person from the list of blocked people. A newly blocked person enters the list with the answer. */
function hideUnblocked(client: QueryClient, userId: string): Undo {
  const before = client.getQueryData<BlockedUser[]>(userKeys.blocked);
  writeCache(client, userKeys.blocked, (data) =>
    (data as BlockedUser[]).filter(({ _id }) => _id !== userId),
  );
  return () => {
    if (before) writeCache(client, userKeys.blocked, () => before);
  };
}

/** Blocks or unblocks a person. `isBlocked` is the shown state. */
export function useBlock(): (userId: string, isBlocked: boolean) => void {
  const client = useQueryClient();
  return (userId, isBlocked) => void pressBlock(client, userId, isBlocked);
}

/** Like `useBlock`. Resolves when all calls are done. */
export const pressBlock = async (client: QueryClient, userId: string, isBlocked: boolean) =>
  toggleOptimistically(client, blocking, userId, isBlocked);
