import {
  toggleBlock,
  type BlockedProfile,
  type BlockedUser,
  type OwnUser,
  type Profile,
} from '@roost/contract/users';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { meKey } from '../auth/session.ts';
import { writeCache, type Undo } from './cache-writes.ts';
import { showFollowing } from './follow.ts';
import { press, type ToggleKind } from './optimistic-toggle.ts';
import { patchPerson } from './patch-person.ts';
import { removePerson } from './people-lists.ts';
import { profileKey } from './profile.query.ts';
import { userKeys } from './user-keys.ts';

interface Answer {
  on: boolean;
  user: Profile | BlockedProfile;
  blockedUsers: BlockedUser[];
}

type Hide = (client: QueryClient, userId: string) => Undo;
const hides: Hide[] = [];

/** For features that hold something of a person's: called when the viewer blocks them. */
export function onBlocked(hide: Hide): void {
  hides.push(hide);
}

type Settled = (client: QueryClient, userId: string) => void;
const settledWith: Settled[] = [];

/** For what only the server knows after a block or an unblock: called once it has answered, or could not. */
export function onBlockSettled(ask: Settled): void {
  settledWith.push(ask);
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
  settle(client, _, { user, blockedUsers }) {
    const viewer = client.getQueryData<OwnUser | null>(meKey);
    const ids = blockedUsers.map(({ _id }) => _id);
    if (viewer) patchPerson(client, viewer._id, () => ({ blockedUsers: ids }));
    // The list itself is not stale with this: the answer holds it whole.
    client.setQueryData(userKeys.blocked, blockedUsers);
    if (client.getQueryData(profileKey(user.username)))
      client.setQueryData(profileKey(user.username), user);
  },
  afterwards(client, userId) {
    void client.invalidateQueries({ queryKey: userKeys.profiles });
    void client.invalidateQueries({ queryKey: userKeys.lists });
    // After an unblock their posts come back.
    void client.invalidateQueries({ queryKey: ['posts'] });
    for (const ask of settledWith) ask(client, userId);
  },
};

/** A block ends the viewer's follow, and hides the person everywhere (contract §3). */
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
          ...hides.map((hide) => hide(client, userId)),
        ]
      : [hideUnblocked(client, userId)]),
  ];
  return () => undos.reverse().forEach((undo) => undo());
}

/** Out of the list of blocked people; who is newly blocked comes into it with the answer. */
function hideUnblocked(client: QueryClient, userId: string): Undo {
  const before = client.getQueryData<BlockedUser[]>(userKeys.blocked);
  writeCache(client, userKeys.blocked, (data) =>
    (data as BlockedUser[]).filter(({ _id }) => _id !== userId),
  );
  return () => {
    if (before) writeCache(client, userKeys.blocked, () => before);
  };
}

/** Blocks or unblocks; `isBlocked` is what the person sees. */
export function useBlock(): (userId: string, isBlocked: boolean) => void {
  const client = useQueryClient();
  return (userId, isBlocked) => void pressBlock(client, userId, isBlocked);
}

/** Resolves when nothing is left to send. */
export const pressBlock = async (client: QueryClient, userId: string, isBlocked: boolean) =>
  press(client, blocking, userId, isBlocked);
