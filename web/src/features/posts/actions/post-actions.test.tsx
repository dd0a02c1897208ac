import { AppError } from '@roost/contract/errors';
import { toggleBookmark, toggleLike } from '@roost/contract/reactions';
import { repost, unrepost } from '@roost/contract/reposts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CachedPost } from '../../../../test/support/cached-post.tsx';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { samplePost, sampleRepost, viewer } from '../../../../test/support/sample-posts.ts';
import { paths } from '../../../paths.ts';
import { PostActions } from './post-actions.tsx';

const postId = sampleId('post');
const post = samplePost(postId);
const actions = (change: Partial<typeof post> = {}, onReply?: () => void) =>
  renderApp(
    <CachedPost post={{ ...post, ...change }}>
      {(now) => <PostActions post={now} onReply={onReply} />}
    </CachedPost>,
  );
const button = (name: string | RegExp, pressed?: boolean) =>
  screen.findByRole('button', { name, ...(pressed !== undefined && { pressed }) });
const liked = (likeCount: number) => success({ liked: true, postId, likeCount });

test('a like shows at once, and then with the count of the server', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof liked>>();
  const asked = server.answer(toggleLike, () => promise);
  const { user } = actions();
  await user.click(await button('Like, 3 likes', false));
  await button('Like, 4 likes', true);
  resolve(liked(7));
  await button('Like, 7 likes', true);
  expect(asked).toHaveBeenCalledOnce();
  expect(asked.mock.lastCall?.[0].params).toEqual({ postId });
});

test('a refused like goes back', async () => {
  const { promise, reject } = Promise.withResolvers<ReturnType<typeof liked>>();
  server.answer(toggleLike, () => promise);
  const { user } = actions();
  await user.click(await button('Like, 3 likes', false));
  await button('Like, 4 likes', true);
  reject(new AppError('forbidden'));
  await button('Like, 3 likes', false);
});

test('a bookmark can be set', async () => {
  server.answer(toggleBookmark, () => success({ bookmarks: [postId], bookmarked: true }));
  const { user } = actions();
  await user.click(await button('Bookmark', false));
  await button('Bookmark', true);
});

const reposted = (repostCount: number) => {
  const original = {
    ...post,
    isRepostedByCurrentUser: true,
    stats: { ...post.stats, repostCount },
  };
  return success({ repost: sampleRepost(sampleId('repost'), original) });
};

test('a repost shows at once, and then with the count of the server', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof reposted>>();
  const asked = server.answer(repost, () => promise);
  const { user } = actions();
  await user.click(await button('Repost, 1 repost', false));
  await button('Repost, 2 reposts', true);
  resolve(reposted(5));
  await button('Repost, 5 reposts', true);
  expect(asked).toHaveBeenCalledOnce();
  expect(asked.mock.lastCall?.[0].params).toEqual({ postId });
});

test('a second press takes the repost back', async () => {
  const asked = server.answer(unrepost, () => success({ originalPostId: postId }));
  const { user } = actions({ isRepostedByCurrentUser: true });
  await user.click(await button('Repost, 1 repost', true));
  await button('Repost, 0 reposts', false);
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
  expect(asked.mock.lastCall?.[0].params).toEqual({ postId });
});

test('a refused repost goes back', async () => {
  const { promise, reject } = Promise.withResolvers<ReturnType<typeof reposted>>();
  server.answer(repost, () => promise);
  const { user } = actions();
  await user.click(await button('Repost, 1 repost', false));
  await button('Repost, 2 reposts', true);
  reject(new AppError('forbidden'));
  await button('Repost, 1 repost', false);
});

test('only the author can repost a post for followers', async () => {
  actions({ visibility: 'followers' });
  expect((await button(/^Repost/)).hasAttribute('disabled')).toBe(true);
});

test('the author can repost the own post for followers', async () => {
  actions({ visibility: 'followers', ownerid: { ...post.ownerid, _id: viewer._id } });
  expect((await button(/^Repost/)).hasAttribute('disabled')).toBe(false);
});

test('Reply opens the box on the page, or leads to the page of the post', async () => {
  const onReply = vi.fn();
  const { user, unmount } = actions({}, onReply);
  await user.click(await button('Reply, 0 replies'));
  expect(onReply).toHaveBeenCalledOnce();
  unmount();
  actions();
  const link = await screen.findByRole('link', { name: 'Reply, 0 replies' });
  expect(link.getAttribute('href')).toBe(paths.post(postId));
});

test('Share copies the link and says so', async () => {
  const { user } = actions();
  await user.click(await button('Share'));
  await screen.findByText('Link copied.');
  expect(await navigator.clipboard.readText()).toBe(location.origin + paths.post(postId));
});

test('the name of a button has the number that it shows', async () => {
  actions({ stats: { ...post.stats, likeCount: 12_345 } });
  expect((await button('Like, 12.3K likes')).textContent).toBe('12.3K');
});
