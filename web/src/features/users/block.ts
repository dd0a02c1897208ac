import {
  toggleBlock,
  type OwnUser,
  type Profile,
  type BlockedProfile,
} from '@roost/contract/users';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { meKey } from '../auth/session.ts';
import type { Undo } from './cache-writes.ts';
import { showFollowing } from './follow.ts';
import { press, type ToggleKind } from './optimistic-toggle.ts';
import { patchPerson } from './patch-person.ts';
import { profileKey } from './profile.query.ts';

interface Answer {
  on: boolean;
  user: Profile | BlockedProfile;
  blockedUsers: string[];
}

type Hide = (client: QueryClient, userId: string) => Undo;
const hides: Hide[] = [];

/** For features that hold something of a person's: called when the viewer blocks them. */
export function onBlocked(hide: Hide): void {
  hides.push(hide);
}

const blocking: ToggleKind<string, Answer> = {
  name: 'block',
  idOf: (userId) => userId,
  show: showBlocked,
  async send(userId) {
    const { data } = await call(toggleBlock, { params: { userId } }, { quiet: true });
    const blockedUsers = data.blockedUsers.map((user) => user._id);
    return { on: blockedUsers.includes(userId), user: data.user, blockedUsers };
  },
  settle(client, _, { user, blockedUsers }) {
    const viewer = client.getQueryData<OwnUser | null>(meKey);
    if (viewer) patchPerson(client, viewer._id, () => ({ blockedUsers }));
    if (client.getQueryData(profileKey(user.username)))
      client.setQueryData(profileKey(user.username), user);
  },
  afterwards(client) {
    void client.invalidateQueries({ queryKey: ['users'] });
    // After an unblock their posts come back.
    void client.invalidateQueries({ queryKey: ['posts'] });
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
      ? [showFollowing(client, userId, false), ...hides.map((hide) => hide(client, userId))]
      : []),
  ];
  return () => undos.reverse().forEach((undo) => undo());
}

/** Blocks or unblocks; `isBlocked` is what the person sees. */
export function useBlock(): (userId: string, isBlocked: boolean) => void {
  const client = useQueryClient();
  return (userId, isBlocked) => void press(client, blocking, userId, isBlocked);
}
