import { AppError } from '@roost/contract/errors';
import { showLess, undoShowLess } from '@roost/contract/feed';
import type { InfiniteData } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, server } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { samplePost, sampleRepost } from '../../../../test/support/sample-posts.ts';
import { queryClient } from '../../../lib/cache/query-client.ts';
import { PostMenu } from '../actions/post-menu.tsx';
import type { PostPage } from '../post-cache.ts';
import { postKeys } from '../post-keys.ts';

const postId = sampleId('post');
const repostId = sampleId('repost');
const shown = samplePost(postId, {
  reason: { feed: 'foryou', kind: 'popular' },
});

/** Chooses 'Not this' on a post that the feed shows as a repost. Returns the ids of the feed's rows. */
async function chooseInFeed() {
  const repost = sampleRepost(repostId, shown);
  const others = samplePost(sampleId('other'));
  queryClient.setQueryData<InfiniteData<PostPage>>(postKeys.feed, {
    pages: [{ posts: [repost, others], nextCursor: null }],
    pageParams: [null],
  });
  const { user } = renderApp(<PostMenu post={shown} />);
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Not this' }));
  const rows = () =>
    queryClient
      .getQueryData<InfiniteData<PostPage>>(postKeys.feed)
      ?.pages.flatMap(({ posts }) => posts.map(({ _id }) => _id));
  return { user, rows, all: [repostId, others._id] };
}

test('Not this takes the row out of the feed at once, and Undo brings it back', async () => {
  const [asked, undone] = [
    server.answer(showLess, () => done('Less.')),
    server.answer(undoShowLess, () => done('Undone.')),
  ];
  const { user, rows, all } = await chooseInFeed();
  await screen.findByText('You will see less like this.');
  // The server counts the kind by the row.
  expect(asked.mock.lastCall?.[0].params).toEqual({ postId: repostId });
  expect(rows()).toEqual(all.slice(1));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => undone.mock.lastCall?.[0].params).toEqual({ postId: repostId });
  expect(rows()).toEqual(all);
});

test('Not this brings the row back if the server refuses', async () => {
  server.answer(showLess, () => {
    throw new AppError('unavailable');
  });
  const { rows, all } = await chooseInFeed();
  await screen.findByText('The site is not available right now. Please try again shortly.');
  expect(rows()).toEqual(all);
});

test('Not this is offered in For you only, and the reason is there in every feed', async () => {
  const reasons = [
    [undefined, null, false],
    [{ feed: 'foryou', kind: 'popular' }, /Several people liked/, true],
    [{ feed: 'foryou', kind: 'reposted' }, /Somebody you follow reposted it/, true],
    [{ feed: 'following', kind: 'followed' }, /You follow @bob/, false],
    [{ feed: 'list', kind: 'listed' }, /Somebody on this list/, false],
  ] as const;
  for (const [reason, text, canShowLess] of reasons) {
    const { user } = renderApp(
      <PostMenu post={samplePost(postId, { ...(reason && { reason }) })} />,
    );
    await user.click(screen.getByRole('button', { name: 'More' }));
    await screen.findByRole('menuitem', { name: 'Report post' });
    expect(screen.queryAllByRole('menuitem', { name: 'Not this' })).toHaveLength(
      canShowLess ? 1 : 0,
    );
    const why = screen.queryByRole('menuitem', { name: 'Why this post?' });
    expect(why !== null).toBe(reason !== undefined);
    if (why && text) {
      await user.click(why);
      await screen.findByText(text);
    }
    cleanup();
  }
});
