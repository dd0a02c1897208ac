import { follow, unfollow, type OwnUser } from '@roost/contract/users';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { meKey } from '../auth/session.ts';
import type { Undo } from './cache-writes.ts';
import { press, type ToggleKind } from './optimistic-toggle.ts';
import { patchPerson } from './patch-person.ts';
import { userKeys } from './user-keys.ts';

const following: ToggleKind<string, { on: boolean }> = {
  name: 'follow',
  idOf: (userId) => userId,
  show: showFollowing,
  async send(userId, on) {
    const { data } = await call(on ? follow : unfollow, { params: { userId } }, { quiet: true });
    return { on: data.following };
  },
  afterwards(client, userId) {
    // Posts for followers come or go with it: at once where they are looked at, in the feed when it is next opened.
    void client.invalidateQueries({ queryKey: ['posts', 'user', userId] });
    void client.invalidateQueries({ queryKey: ['posts', 'feed'], refetchType: 'none' });
    void client.invalidateQueries({ queryKey: userKeys.suggested });
    void client.invalidateQueries({ queryKey: userKeys.profiles });
  },
};

/** The counts of both sides go along (spec §4). */
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

/** Follows or unfollows; `isFollowing` is what the person sees. */
export function useFollow(): (userId: string, isFollowing: boolean) => void {
  const client = useQueryClient();
  return (userId, isFollowing) => void press(client, following, userId, isFollowing);
}
