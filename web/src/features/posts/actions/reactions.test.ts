import type { Post } from '@roost/contract/posts';
import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setConnection } from '../../../lib/socket/connection.ts';
import { toggleOptimistically } from '../../../lib/cache/optimistic-toggle.ts';
import type { PostPage } from '../post-cache.ts';
import { postKeys } from '../post-keys.ts';
import { samplePost, sampleRepost, viewer } from '../../../../test/support/sample-posts.ts';
import { reactions } from './reactions.ts';

/** `lost`: the server acts, but its answer is lost. `offline`: the request does not arrive. */
type Reply = 'lost' | 'offline' | 'refused' | 'gone';

/** A fake server with the state of one post. It answers when the test calls `answer`. */
const server = {
  liked: false,
  likes: 3,
  bookmarked: false,
  calls: [] as string[],
  waiting: [] as ((reply?: Reply) => Promise<void>)[],
};
const original = samplePost('one');
let client: QueryClient;

beforeEach(() => {
  Object.assign(server, { liked: false, likes: 3, bookmarked: false, calls: [], waiting: [] });
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    server.calls.push(`${method} ${url}`);
    return new Promise<Response>((resolve, reject) => {
      server.waiting.push(async (reply) => {
        if (reply === 'refused') resolve(Response.json({ message: 'No.' }, { status: 403 }));
        if (reply === 'gone')
          resolve(Response.json({ message: 'Post not found.' }, { status: 404 }));
        const data = reply && reply !== 'lost' ? undefined : act(method, url);
        if (reply === 'lost' || reply === 'offline') reject(new TypeError('network'));
        else resolve(Response.json({ status: 'success', data }));
        await new Promise((later) => setTimeout(later));
      });
    });
  });
  client = new QueryClient();
  client.setQueryData(['me'], viewer);
  client.setQueryData<InfiniteData<PostPage>>(postKeys.feed, {
    pages: [{ posts: [samplePost('zero'), original], nextCursor: null }],
    pageParams: [null],
  });
});
afterEach(() => vi.unstubAllGlobals());

function act(method: string, url: string): unknown {
  if (url.endsWith('/like')) {
    server.liked = !server.liked;
    server.likes += server.liked ? 1 : -1;
    return { liked: server.liked, postId: 'one', likeCount: server.likes };
  }
  if (url.includes('/bookmarks/')) {
    server.bookmarked = !server.bookmarked;
    return { bookmarked: server.bookmarked, bookmarks: [] };
  }
  if (url.endsWith('/repost')) {
    const shared = {
      ...original,
      isRepostedByCurrentUser: true,
      stats: { ...original.stats, repostCount: 8 },
    };
    return { repost: sampleRepost('r1', shared) };
  }
  if (method === 'GET')
    return {
      ...original,
      isLikedByCurrentUser: server.liked,
      stats: { ...original.stats, likeCount: server.likes },
    };
  return { originalPostId: 'one' };
}

const rows = () =>
  client.getQueryData<InfiniteData<PostPage>>(postKeys.feed)!.pages.flatMap((page) => page.posts);
const seen = (): Post => rows().find((row) => row._id === 'one')!;
const click = (kind: keyof typeof reactions) =>
  toggleOptimistically(
    client,
    reactions[kind],
    seen(),
    seen()[
      kind === 'like'
        ? 'isLikedByCurrentUser'
        : kind === 'repost'
          ? 'isRepostedByCurrentUser'
          : 'isBookmarkedByCurrentUser'
    ],
  );
/** The socket reconnects. */
const reconnect = async () => {
  setConnection('connecting');
  setConnection('open');
  await new Promise((later) => setTimeout(later));
};
const likes = () => [seen().isLikedByCurrentUser, seen().stats.likeCount];
const answer = (reply?: Reply) => server.waiting.shift()!(reply);

test('a like shows at once and then takes the server’s count', async () => {
  const done = click('like');
  expect(likes()).toEqual([true, 4]);
  server.likes = 40;
  await answer();
  await done;
  expect(likes()).toEqual([true, 41]);
});

test('a refused like is undone without a toast', async () => {
  const done = click('like');
  await answer('refused');
  await done;
  expect(likes()).toEqual([false, 3]);
  expect(server.calls).toHaveLength(1);
});

test('five quick clicks send one call, and four send two', async () => {
  const five = [1, 2, 3, 4, 5].map(() => click('like'));
  expect(likes()).toEqual([true, 4]);
  await answer();
  await Promise.all(five);
  expect([server.liked, server.calls.length]).toEqual([true, 1]);
  const four = [1, 2, 3, 4].map(() => click('like'));
  expect(likes()).toEqual([true, 4]);
  await answer();
  await answer();
  await Promise.all(four);
  expect([server.liked, server.calls.length]).toEqual([true, 3]);
});

test('a click during a call is sent after that call', async () => {
  const first = click('like');
  await click('like');
  expect(likes()).toEqual([false, 3]);
  expect(server.calls).toHaveLength(1);
  await answer();
  expect(likes()).toEqual([false, 3]);
  expect(server.calls).toHaveLength(2);
  await answer();
  await first;
  expect([server.liked, ...likes()]).toEqual([false, false, 3]);
});

test('after a failed call, the button shows the server’s state', async () => {
  const first = click('like');
  await click('like');
  await answer();
  await answer('refused');
  await first;
  expect([server.liked, ...likes()]).toEqual([true, true, 4]);
});

test('an unanswered like stays, and the server is asked after the reconnect', async () => {
  const done = click('like');
  await answer('lost');
  expect(likes()).toEqual([true, 4]);
  await reconnect();
  await answer();
  await done;
  expect(server.calls.slice(1)).toEqual(['GET /api/posts/one']);
  expect([server.liked, ...likes()]).toEqual([true, true, 4]);
});

test('an offline like is sent after the reconnect, unless it was undone', async () => {
  const done = click('like');
  await answer('offline');
  await reconnect();
  await answer('offline');
  expect(likes()).toEqual([true, 4]);
  await reconnect();
  await answer();
  await answer();
  await done;
  expect([server.liked, ...likes()]).toEqual([true, true, 4]);
  const unliked = click('like');
  await answer('offline');
  await click('like');
  expect(likes()).toEqual([true, 4]);
  await reconnect();
  await answer();
  await unliked;
  expect([server.liked, ...likes()]).toEqual([true, true, 4]);
  expect(server.waiting).toEqual([]);
});

test('a like of a deleted post is undone and refetches the page', async () => {
  const isStale = () => client.getQueryState(postKeys.one('one'))?.isInvalidated;
  for (const reply of ['refused', 'gone'] as const) {
    client.setQueryData(postKeys.one('one'), original);
    const done = click('like');
    await answer(reply);
    await done;
    expect(likes()).toEqual([false, 3]);
    expect(isStale()).toBe(reply === 'gone');
  }
});

test('the call is repeated if another tab has already toggled', async () => {
  server.liked = true;
  const done = click('like');
  await answer();
  await answer();
  await done;
  expect([server.liked, ...likes()]).toEqual([true, true, 3]);
});

test('a repost shows at once, is confirmed, and can be undone', async () => {
  const done = click('repost');
  expect(rows().map((row) => row._id)).toEqual(['temporary-one', 'zero', 'one']);
  expect(rows()[0]).toMatchObject({
    isRepost: true,
    ownerid: { username: 'alice' },
    originalPost: { isRepostedByCurrentUser: true, stats: { repostCount: 2 } },
  });
  await answer();
  await done;
  expect(rows().map((row) => row._id)).toEqual(['r1', 'zero', 'one']);
  expect(seen()).toMatchObject({ isRepostedByCurrentUser: true, stats: { repostCount: 8 } });

  const back = click('repost');
  expect(rows().map((row) => row._id)).toEqual(['zero', 'one']);
  expect(seen().stats.repostCount).toBe(7);
  await answer('refused');
  await back;
  expect(rows().map((row) => row._id)).toEqual(['r1', 'zero', 'one']);
  expect(seen()).toMatchObject({ isRepostedByCurrentUser: true, stats: { repostCount: 8 } });
});

test('undoing a repost leaves its original in the feed', async () => {
  const mine = sampleRepost('r1', { ...original, isRepostedByCurrentUser: true });
  const list = {
    pages: [{ posts: [samplePost('zero'), mine], nextCursor: null }],
    pageParams: [null],
  };
  client.setQueryData(postKeys.feed, list);
  client.setQueryData(postKeys.user(viewer._id), list);
  const own = () =>
    client
      .getQueryData<InfiniteData<PostPage>>(postKeys.user(viewer._id))!
      .pages[0]!.posts.map((row) => row._id);
  const done = toggleOptimistically(client, reactions.repost, mine.originalPost!, true);
  expect(rows().map((row) => row._id)).toEqual(['zero', 'one']);
  expect(seen()).toMatchObject({ isRepostedByCurrentUser: false, stats: { repostCount: 0 } });
  expect(own()).toEqual(['zero']);
  await answer('refused');
  await done;
  expect(rows()).toEqual(list.pages[0]!.posts);
  expect(own()).toEqual(['zero', 'r1']);
});

test('five quick clicks on repost end with one entry', async () => {
  const done = [1, 2, 3, 4, 5].map(() => click('repost'));
  await answer();
  await Promise.all(done);
  expect(rows().map((row) => row._id)).toEqual(['r1', 'zero', 'one']);
  expect(server.calls).toEqual(['POST /api/posts/one/repost']);
});

test('an undone bookmark leaves the list, and a failure restores it', async () => {
  const saved = { ...original, isBookmarkedByCurrentUser: true };
  client.setQueryData(postKeys.bookmarks, {
    pages: [{ posts: [saved], nextCursor: null }],
    pageParams: [null],
  });
  const held = () =>
    client.getQueryData<InfiniteData<PostPage>>(postKeys.bookmarks)!.pages[0]!.posts;
  const done = toggleOptimistically(client, reactions.bookmark, saved, true);
  expect(held()).toEqual([]);
  await answer('refused');
  await done;
  expect(held()).toEqual([saved]);
});
