import { follow, unfollow } from '@roost/contract/relations';
import { type OwnUser } from '@roost/contract/users';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { meKey } from '../../auth/session.ts';
import type { Undo } from '../../../lib/cache/write-cache.ts';
import { press, type ToggleKind } from '../../../lib/cache/optimistic-toggle.ts';
import { patchPerson } from '../patch-person.ts';
import { publishFollowed } from './relation-events.ts';
import { userKeys } from '../user-keys.ts';

const following: ToggleKind<string, { on: boolean }> = {
  name: 'follow',
  idOf: (userId) => userId,
  show: showFollowing,
  async send(userId, on) {
    const { data } = await call(on ? follow : unfollow, { params: { userId } }, { quiet: true });
    return { on: data.following };
  },
  afterwards(client, userId) {
    publishFollowed(client, userId);
    void client.invalidateQueries({ queryKey: userKeys.suggested });
    void client.invalidateQueries({ queryKey: userKeys.profiles });
  },
};

/** Shows a follow, with the counts of both people. */
export function showFollowing(client: QueryClient, userId: string, on: boolean): Undo {
  const step = on ? 1 : -1;
  const undos = [
    patchPerson(client, userId, ({ isFollowingByCurrentUser, followersCount = 0 }) =>
      isFollowingByCurrentUser === on
        ? {}
        : { isFollowingByCurrentUser: on, followersCount: Math.max(0, followersCount + step) },
    ),
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

/** Follows or unfollows a person. `isFollowing` is the shown state. */
export function useFollow(): (userId: string, isFollowing: boolean) => void {
  const client = useQueryClient();
  return (userId, isFollowing) => void pressFollow(client, userId, isFollowing);
}

/** Like `useFollow`. Resolves when all calls are done. */
export const pressFollow = async (client: QueryClient, userId: string, isFollowing: boolean) =>
  press(client, following, userId, isFollowing);
