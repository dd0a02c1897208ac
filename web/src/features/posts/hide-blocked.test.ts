import type { Post } from '@roost/contract/posts';
import type { OwnUser } from '@roost/contract/users';
import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { showBlocked } from '../users/block.ts';
import { showFollowing } from '../users/follow.ts';
import './hide-blocked.ts';
import type { PostPage } from './post-cache.ts';
import { postKeys } from './post-keys.ts';
import { alice, samplePost, sampleRepost, viewer } from './sample-posts.ts';

function filled() {
  const client = new QueryClient();
  const own = samplePost('own', { ownerid: alice });
  const posts: Post[] = [samplePost('theirs'), own, sampleRepost('r1', samplePost('theirs'))];
  client.setQueryData(['me'], viewer);
  client.setQueryData(['users', 'profile', 'bob'], {
    _id: 'b',
    username: 'bob',
    followersCount: 4,
    isFollowingByCurrentUser: false,
    isBlockedByCurrentUser: false,
  });
  client.setQueryData(postKeys.feed, { pages: [{ posts, nextCursor: null }], pageParams: [null] });
  const ids = () =>
    client
      .getQueryData<InfiniteData<PostPage>>(postKeys.feed)!
      .pages.flatMap((page) => page.posts.map((row) => row._id));
  const me = () => client.getQueryData<OwnUser>(['me'])!;
  const bob = () => client.getQueryData<{ followersCount: number }>(['users', 'profile', 'bob'])!;
  return { client, ids, me, bob };
}

test('a follow shows on the profile, on their posts and in the viewer’s own counts; undo takes all back', () => {
  const { client, me, bob } = filled();
  const undo = showFollowing(client, 'b', true);
  expect(bob()).toMatchObject({ followersCount: 5, isFollowingByCurrentUser: true });
  expect(me()).toMatchObject({ followingCount: 1, following: ['b'] });
  expect(
    client.getQueryData<InfiniteData<PostPage>>(postKeys.feed)!.pages[0]!.posts[0]!.ownerid
      .isFollowingByCurrentUser,
  ).toBe(true);
  undo();
  expect(bob()).toMatchObject({ followersCount: 4, isFollowingByCurrentUser: false });
  expect(me()).toMatchObject({ followingCount: 0, following: [] });
});

test('above somebody’s comment a blocked person leaves an empty place', () => {
  const { client } = filled();
  const own = samplePost('own', { ownerid: alice });
  const ancestors = [own, samplePost('theirs')];
  client.setQueryData(postKeys.ancestors('leaf'), { ancestors, hasGap: false });
  const owners = () =>
    client
      .getQueryData<{ ancestors: { ownerid: unknown }[] }>(postKeys.ancestors('leaf'))!
      .ancestors.map(({ ownerid }) => ownerid);
  const undo = showBlocked(client, 'b', true);
  expect(owners()).toEqual([own.ownerid, null]);
  undo();
  expect(owners()).toEqual([own.ownerid, samplePost('theirs').ownerid]);
});

test('a block hides their posts and reposts of them, ends the follow, and can be taken back', () => {
  const { client, ids, me, bob } = filled();
  showFollowing(client, 'b', true);
  const undo = showBlocked(client, 'b', true);
  expect(ids()).toEqual(['own']);
  expect(bob()).toMatchObject({
    isBlockedByCurrentUser: true,
    isFollowingByCurrentUser: false,
    followersCount: 4,
  });
  expect(me()).toMatchObject({ blockedUsers: ['b'], following: [] });
  undo();
  expect(ids()).toEqual(['theirs', 'own', 'r1']);
  expect(bob()).toMatchObject({
    isBlockedByCurrentUser: false,
    isFollowingByCurrentUser: true,
    followersCount: 5,
  });
  expect(me()).toMatchObject({ blockedUsers: [], following: ['b'] });
});
