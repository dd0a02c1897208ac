import { describe, expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import * as reactions from '@roost/contract/reactions';
import * as reposts from '@roost/contract/reposts';
import { startAppForFile } from '../../test/support/app.ts';
import { castOf, type Member } from '../../test/support/cast.ts';
import { refusalOf } from '../../test/support/test-client.ts';

const app = await startAppForFile();
const { alice, bob, carol } = await castOf(app);

const on = (post: { _id: string }) => ({ params: { postId: post._id } });
const read = async (member: Member, post: { _id: string }) =>
  (await member.call(posts.getPost, on(post))).data;

describe('reposting', () => {
  test('twice changes nothing, and the repost shows its original', async () => {
    const post = await alice.post('worth it');
    const first = await bob.call(reposts.repost, on(post));
    const again = await bob.call(reposts.repost, on(post));
    expect(again.data.repost._id).toBe(first.data.repost._id);
    expect(first.data.repost).toMatchObject({
      isRepost: true,
      content: 'worth it',
      isRepostedByCurrentUser: true,
      ownerid: { username: 'bob' },
      stats: { repostCount: 1 },
      originalPost: { _id: post._id, ownerid: { username: 'alice' } },
    });
    expect((await bob.call(reposts.unrepost, on(post))).data.originalPostId).toBe(post._id);
    await bob.call(reposts.unrepost, on(post));
    expect((await read(bob, post)).stats.repostCount).toBe(0);
  });

  test('a post for followers is only for its author', async () => {
    const post = await alice.post('ours', 'followers');
    await bob.follow(alice);
    expect((await refusalOf(bob.call(reposts.repost, on(post)))).status).toBe(403);
    await alice.call(reposts.repost, on(post));
    expect((await refusalOf(carol.call(posts.getPost, on(post)))).status).toBe(404);
  });
});

test('a like or bookmark on a repost applies to the original', async () => {
  const post = await alice.post('liked through a repost');
  const { data } = await bob.call(reposts.repost, on(post));
  const like = await carol.call(reactions.toggleLike, on(data.repost));
  expect(like.data).toEqual({ liked: true, postId: post._id, likeCount: 1 });
  const bookmark = await carol.call(reactions.toggleBookmark, on(data.repost));
  expect(bookmark.data).toMatchObject({
    bookmarked: true,
    bookmarks: expect.arrayContaining([post._id]),
  });
  expect(await read(carol, post)).toMatchObject({
    isLikedByCurrentUser: true,
    isBookmarkedByCurrentUser: true,
  });
  const off = await carol.call(reactions.toggleLike, on(post));
  expect(off.data).toEqual({ liked: false, postId: post._id, likeCount: 0 });
});
