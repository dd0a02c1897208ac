import * as words from '#words/users';
import { follow, unfollow } from '@roost/contract/relations';
import { type OwnUser } from '@roost/contract/users';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { meKey } from '../../auth/session.ts';
import type { Undo } from '../../../lib/cache/write-cache.ts';
import { toggleOptimistically, type ToggleKind } from '../../../lib/cache/optimistic-toggle.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { patchPerson } from '../patch-person.ts';
import { publishFollowed } from './relation-events.ts';
import { userKeys } from '../user-keys.ts';

interface Answer {
  /** The viewer follows the person, or has asked to. */
  on: boolean;
  isRequested: boolean;
}

const following: ToggleKind<string, Answer> = {
  name: 'follow',
  idOf: (userId) => userId,
  show: showFollowing,
  async send(userId, on) {
    const { data } = await call(on ? follow : unfollow, { params: { userId } }, { quiet: true });
    return { on: data.following || data.requested, isRequested: data.requested };
  },
  settle(client, userId, { isRequested }) {
    if (isRequested) showRequested(client, userId);
  },
  afterwards: readFollowAgain,
};

/** Shows a follow, with the counts of both people. */
export function showFollowing(client: QueryClient, userId: string, on: boolean): Undo {
  const step = on ? 1 : -1;
  const undos = [
    patchPerson(client, userId, ({ isFollowingByCurrentUser, followersCount = 0 }) => ({
      isFollowRequestedByCurrentUser: false,
      ...(isFollowingByCurrentUser !== on && {
        isFollowingByCurrentUser: on,
        followersCount: Math.max(0, followersCount + step),
      }),
    })),
  ];
  const viewer = client.getQueryData<OwnUser | null>(meKey);
  if (viewer && viewer.following.includes(userId) !== on) {
    undos.push(
      patchPerson(client, viewer._id, ({ following: ids = [], followingCount = 0 }) => ({
        following: on ? [userId, ...ids] : ids.filter((id) => id !== userId),
        followingCount: Math.max(0, followingCount + step),
      })),
    );
  }
  return () => undos.forEach((undo) => undo());
}

/** Shows that a person has accepted the viewer's request, and reads again what this changes. */
export function showAccepted(client: QueryClient, userId: string): void {
  showFollowing(client, userId, true);
  readFollowAgain(client, userId);
  const viewer = client.getQueryData<OwnUser | null>(meKey);
  if (viewer)
    void client.invalidateQueries({ queryKey: userKeys.follows(viewer._id, 'following') });
}

function readFollowAgain(client: QueryClient, userId: string): void {
  publishFollowed(client, userId);
  void client.invalidateQueries({ queryKey: userKeys.suggested });
  void client.invalidateQueries({ queryKey: userKeys.profiles });
}

/** Shows that the person has to accept first, and says so. */
function showRequested(client: QueryClient, userId: string): void {
  showFollowing(client, userId, false);
  patchPerson(client, userId, () => ({ isFollowRequestedByCurrentUser: true }));
  toast.info(words.requestSent);
}

/** Follows or unfollows a person, or withdraws the request. `isOn` is the shown state: followed, or asked. */
export function useFollow(): (userId: string, isOn: boolean) => void {
  const client = useQueryClient();
  return (userId, isOn) => void pressFollow(client, userId, isOn);
}

/** Like `useFollow`. Resolves when all calls are done. */
export const pressFollow = async (client: QueryClient, userId: string, isOn: boolean) =>
  toggleOptimistically(client, following, userId, isOn);
