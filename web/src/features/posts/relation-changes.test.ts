import type { Post } from '@roost/contract/posts';
import type { OwnUser } from '@roost/contract/users';
import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { showBlocked } from '../users/relations/block.ts';
import { showFollowing } from '../users/relations/follow.ts';
import { publishBlockSettled, publishFollowed } from '../users/relations/relation-events.ts';
import './relation-changes.ts';
import type { PostPage } from './post-cache.ts';
import { postKeys } from './post-keys.ts';
import {
  alice,
  bob,
  samplePost,
  sampleRepost,
  viewer,
} from '../../../test/support/sample-posts.ts';

function filled() {
  const client = new QueryClient();
  const own = samplePost('own', { ownerid: alice });
  const posts: Post[] = [samplePost('theirs'), own, sampleRepost('r1', samplePost('theirs'))];
  client.setQueryData(['me'], viewer);
  client.setQueryData(['users', 'profile', 'bob'], {
    _id: bob._id,
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
  const profile = () =>
    client.getQueryData<{ followersCount: number }>(['users', 'profile', 'bob'])!;
  return { client, ids, me, profile };
}

test('a follow changes profile, posts and counts, and undo reverts it', () => {
  const { client, me, profile } = filled();
  const undo = showFollowing(client, bob._id, true);
  expect(profile()).toMatchObject({ followersCount: 5, isFollowingByCurrentUser: true });
  expect(me()).toMatchObject({ followingCount: 1, following: [bob._id] });
  expect(
    client.getQueryData<InfiniteData<PostPage>>(postKeys.feed)!.pages[0]!.posts[0]!.ownerid
      .isFollowingByCurrentUser,
  ).toBe(true);
  undo();
  expect(profile()).toMatchObject({ followersCount: 4, isFollowingByCurrentUser: false });
  expect(me()).toMatchObject({ followingCount: 0, following: [] });
});

test('a blocked person’s post above a comment becomes a placeholder', () => {
  const { client } = filled();
  const own = samplePost('own', { ownerid: alice });
  const ancestors = [own, samplePost('theirs')];
  client.setQueryData(postKeys.ancestors('leaf'), { ancestors, hasGap: false });
  const owners = () =>
    client
      .getQueryData<{ ancestors: { ownerid: unknown }[] }>(postKeys.ancestors('leaf'))!
      .ancestors.map(({ ownerid }) => ownerid);
  const undo = showBlocked(client, bob._id, true);
  expect(owners()).toEqual([own.ownerid, null]);
  undo();
  expect(owners()).toEqual([own.ownerid, samplePost('theirs').ownerid]);
});

test('a block hides posts and reposts, ends the follow, and undo restores them', () => {
  const { client, ids, me, profile } = filled();
  showFollowing(client, bob._id, true);
  const undo = showBlocked(client, bob._id, true);
  expect(ids()).toEqual(['own']);
  expect(profile()).toMatchObject({
    isBlockedByCurrentUser: true,
    isFollowingByCurrentUser: false,
    followersCount: 4,
  });
  expect(me()).toMatchObject({ blockedUsers: [bob._id], following: [] });
  undo();
  expect(ids()).toEqual(['theirs', 'own', 'r1']);
  expect(profile()).toMatchObject({
    isBlockedByCurrentUser: false,
    isFollowingByCurrentUser: true,
    followersCount: 5,
  });
  expect(me()).toMatchObject({ blockedUsers: [], following: [bob._id] });
});

test('a follow invalidates that person’s posts and the feed', () => {
  const { client } = filled();
  client.setQueryData(postKeys.user(bob._id), { pages: [], pageParams: [] });
  client.setQueryData(postKeys.user(alice._id), { pages: [], pageParams: [] });
  publishFollowed(client, bob._id);
  const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated;
  expect([postKeys.user(bob._id), postKeys.feed, postKeys.user(alice._id)].map(isStale)).toEqual([
    true,
    true,
    false,
  ]);
});

test('the end of a block invalidates all posts', () => {
  const { client } = filled();
  publishBlockSettled(client, bob._id);
  expect(client.getQueryState(postKeys.feed)?.isInvalidated).toBe(true);
});
