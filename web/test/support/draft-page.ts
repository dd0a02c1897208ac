import {
  createDraft,
  deleteDraft,
  saveDraft,
  type Draft as KeptDraft,
} from '@roost/contract/drafts';
import { vi } from 'vitest';
// The first test of a file then does not wait until these modules are compiled.
import '../../src/features/compose/kept-drafts/list/use-kept-draft.ts';
import { FakeBrowser, type FakeTab } from './fake-tabs.ts';
import { done, server, success } from './fake-server.ts';
import { sampleId } from './sample-id.ts';
import { viewer } from './sample-posts.ts';

/** For tests of kept drafts: the keys of two boxes. */
export const postKey = `${viewer._id}:post`;
export const chatId = sampleId('conversation');
export const chatKey = `${viewer._id}:chat:${chatId}`;

let version = 0;
let tab: FakeTab;

/** A draft on the server. Each has a newer version than the last one. */
export const keptDraft = (
  id: string,
  content: string,
  change: Partial<KeptDraft> = {},
): KeptDraft => ({
  _id: sampleId(id),
  content,
  mediaIds: [],
  media: [],
  parentPost: null,
  conversationId: null,
  visibility: 'public',
  createdAt: '2026-03-04T10:00:00.000Z',
  updatedAt: new Date(Date.UTC(2026, 2, 4, 10, 0, (version += 1))).toISOString(),
  ...change,
});

/** Opens a browser with one tab, whose person is signed in. */
export function openBrowser(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const browser = new FakeBrowser();
  browser.localStorage['userId'] = viewer._id;
  tab = browser.open();
  server.reset();
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('location', { origin: 'http://localhost' });
}

export function closeBrowser(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

export const currentTab = (): FakeTab => tab;

/** A server that keeps one draft. */
export const answerDrafts = () => ({
  created: server.answer(createDraft, ({ body }) => success(keptDraft('a', body.content))),
  saved: server.answer(saveDraft, ({ body }) => success(keptDraft('a', body.content))),
  deleted: server.answer(deleteDraft, () => done('Deleted.')),
});

/** The modules of a page, as after a reload. The timers of the last page end. */
export async function openPage() {
  vi.resetModules();
  vi.clearAllTimers();
  tab.close();
  const { queryClient } = await import('../../src/lib/cache/query-client.ts');
  const { meKey } = await import('../../src/features/auth/session.ts');
  queryClient.setQueryData(meKey, viewer);
  const modules = {
    ...(await import('../../src/features/compose/kept-drafts/saving/save-drafts.ts')),
    ...(await import('../../src/features/compose/kept-drafts/restore-drafts.ts')),
    ...(await import('../../src/features/compose/kept-drafts/list/use-kept-draft.ts')),
    ...(await import('../../src/features/compose/kept-drafts/kept-drafts.query.ts')),
    ...(await import('../../src/features/compose/kept-drafts/draft-links.ts')),
    ...(await import('../../src/features/compose/attachments/attachments.ts')),
    ...(await import('../../src/features/compose/drafts.ts')),
  };
  const { hear } = await import('../../src/lib/socket/live.ts');
  const { EventLogPosition } = await import('../../src/lib/socket/event-log-position.ts');
  const { announceLogout } = await import('../../src/lib/logout.ts');
  modules.draftOf(postKey);
  return {
    ...modules,
    queryClient,
    write: (text: string, draftKey = postKey) => modules.changeDraft(draftKey, { text }),
    pause: async (ms = 2_100) => vi.advanceTimersByTimeAsync(ms),
    /** The socket connects, and the page fetches what it may have missed. */
    connect: async () => {
      hear(queryClient, new EventLogPosition(), 'streamStart', { seq: 1 });
      await vi.advanceTimersByTimeAsync(100);
    },
    expireSession: () => {
      queryClient.setQueryData(meKey, null);
      announceLogout('expired');
    },
    signIn: () => queryClient.setQueryData(meKey, viewer),
    show: (drafts: KeptDraft[]) =>
      queryClient.setQueryData(modules.keptDraftsQuery.queryKey, drafts),
  };
}

/** No request reaches the server until the returned function is called. */
export function goOffline(): () => void {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline');
  });
  return () => {
    vi.stubGlobal('fetch', server.fetch);
    globalThis.dispatchEvent(new Event('online'));
  };
}
