import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PostPage } from '../post-cache.ts';
import { postKeys } from '../post-keys.ts';
import { FakeBrowser, type FakeTab } from '../../../../test/support/fake-tabs.ts';
import { samplePost, viewer } from '../../../../test/support/sample-posts.ts';

const waiting = vi.hoisted(() => ({ calls: [] as (() => void)[] }));
vi.mock('../../../lib/socket/reachable.ts', async (original) => ({
  ...(await original<object>()),
  whenReachable: async () => new Promise<void>((resolve) => waiting.calls.push(resolve)),
}));

/** A fake server with one post. Its connection can break before or after it acts. */
const server = {
  liked: false,
  line: 'open' as 'open' | 'cut' | 'mute',
  calls: [] as string[],
  answers: () => {},
};
let client: QueryClient;

let browser: FakeBrowser;
let tab: FakeTab;

beforeEach(() => {
  Object.assign(server, { liked: false, line: 'open', calls: [], answers() {} });
  browser = new FakeBrowser();
  browser.localStorage['userId'] = viewer._id;
  tab = browser.open();
  vi.stubGlobal('fetch', async (url: string, { method }: { method: string }) => {
    server.calls.push(`${method} ${url}`);
    if (server.line === 'cut') throw new TypeError('network');
    if (method === 'POST') server.liked = !server.liked;
    server.answers();
    if (server.line === 'mute') throw new TypeError('network');
    const data =
      method === 'POST'
        ? { liked: server.liked, postId: 'one', likeCount: 3 }
        : samplePost('one', { isLikedByCurrentUser: server.liked });
    return Response.json({ status: 'success', data });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Loads a new page with its first data. `afterwards` loads its deferred code. */
async function openPage(afterwards?: 'afterwards') {
  vi.resetModules();
  tab.close();
  // The previous page is closed, with all its waiting calls.
  waiting.calls = [];
  const loadRest = async () => import('./unanswered-toggles.ts');
  if (!afterwards) await loadRest();
  const { toggleOptimistically } = await import('../../../lib/cache/optimistic-toggle.ts');
  const { reactions } = await import('./reactions.ts');
  const { setConnection } = await import('../../../lib/socket/connection.ts');
  client = (await import('../../../lib/cache/query-client.ts')).queryClient;
  client.setQueryData(['me'], viewer);
  const post = samplePost('one', { isLikedByCurrentUser: server.liked });
  client.setQueryData<InfiniteData<PostPage>>(postKeys.feed, {
    pages: [{ posts: [post], nextCursor: null }],
    pageParams: [null],
  });
  return {
    loadRest,
    like: () => void toggleOptimistically(client, reactions.like, post, isShown()),
    connect: () => setConnection('open'),
  };
}

const isShown = () =>
  client.getQueryData<InfiniteData<PostPage>>(postKeys.feed)!.pages[0]!.posts[0]!
    .isLikedByCurrentUser;
/** The stored toggles, with their wanted states. */
const kept = () =>
  Object.entries(browser.localStorage)
    .filter(([key]) => key.startsWith('roost:outbox:'))
    .flatMap(([, raw]) => JSON.parse(raw) as { toggle: string; wanted: boolean }[])
    .map(({ toggle, wanted }) => [toggle, wanted]);
const nothingKept = async () => vi.waitFor(() => expect(kept()).toEqual([]));

/** Presses Like on an offline page, and leaves the page. */
async function pressAndLeave(line: 'cut' | 'mute'): Promise<void> {
  const page = await openPage();
  server.line = line;
  page.like();
  await vi.waitFor(() => expect(kept()).toEqual([['like one', true]]));
  Object.assign(server, { line: 'open', calls: [] });
}

test('the next page sends unanswered toggles', async () => {
  await pressAndLeave('cut');
  const page = await openPage();
  expect(isShown()).toBe(false);
  page.connect();
  await nothingKept();
  expect(server.calls).toEqual(['GET /api/posts/one', 'POST /api/posts/one/like']);
  expect([server.liked, isShown()]).toEqual([true, true]);
});

test('the next page sends nothing if only the answer was lost', async () => {
  await pressAndLeave('mute');
  (await openPage()).connect();
  await nothingKept();
  expect(server.calls).toEqual(['GET /api/posts/one']);
  expect([server.liked, isShown()]).toEqual([true, true]);
});

test('a press on the next page replaces the earlier one', async () => {
  await pressAndLeave('cut');
  const page = await openPage();
  page.like();
  await vi.waitFor(() => expect(server.liked).toBe(true));
  page.like();
  page.connect();
  await vi.waitFor(() => expect(server.liked).toBe(false));
  await nothingKept();
  expect([server.liked, isShown()]).toEqual([false, false]);
});

test('an unanswered press on the next page stays when the page connects', async () => {
  await pressAndLeave('cut');
  const page = await openPage();
  server.line = 'cut';
  page.like();
  await vi.waitFor(() => expect(waiting.calls).toHaveLength(1));
  server.line = 'open';
  page.connect();
  waiting.calls[0]!();
  await nothingKept();
  expect([server.liked, isShown()]).toEqual([true, true]);
});

test('a press before the deferred code loads replaces the earlier one', async () => {
  await pressAndLeave('cut');
  const page = await openPage('afterwards');
  page.like();
  await vi.waitFor(() => expect(server.liked).toBe(true));
  page.like();
  await vi.waitFor(() => expect(server.liked).toBe(false));
  await page.loadRest();
  page.connect();
  await nothingKept();
  expect([server.liked, isShown()]).toEqual([false, false]);
});

test('a second lost connection loses no toggle', async () => {
  await pressAndLeave('cut');
  server.line = 'cut';
  const page = await openPage();
  page.connect();
  await vi.waitFor(() => expect(waiting.calls).toHaveLength(1));
  expect(kept()).toEqual([['like one', true]]);
  server.line = 'open';
  waiting.calls[0]!();
  await nothingKept();
  expect(server.liked).toBe(true);
});

test('nothing is sent in the name of the person who signs in meanwhile', async () => {
  await pressAndLeave('cut');
  const page = await openPage();
  const { announceLogout } = await import('../../../lib/logout.ts');
  server.answers = () => announceLogout('expired');
  page.connect();
  await vi.waitFor(() => expect(server.calls).toEqual(['GET /api/posts/one']));
  // All that follows the answer happens in this turn.
  await new Promise(setImmediate);
  expect(server.calls).toEqual(['GET /api/posts/one']);
  expect(kept()).toEqual([['like one', true]]);
});
