import {
  deleteDraft,
  listDrafts,
  saveDraft,
  type Draft as KeptDraft,
} from '@roost/contract/drafts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  answerDrafts,
  chatId,
  chatKey,
  closeBrowser,
  goOffline,
  keptDraft,
  openBrowser,
  openPage,
  postKey,
} from '../../../../test/support/draft-page.ts';
import { done, server, success } from '../../../../test/support/fake-server.ts';

beforeEach(openBrowser);
afterEach(() => {
  closeBrowser();
  expect(server.unexpected).toEqual([]);
});

const chatDraft = () => keptDraft('chat', 'Hello', { conversationId: chatId });
const listOf = (...drafts: KeptDraft[]) => server.answer(listDrafts, () => success({ drafts }));

/** A page whose chat shows a draft. */
async function openChatWith(draft: KeptDraft) {
  const page = await openPage();
  page.draftOf(chatKey);
  page.show([draft]);
  page.fillBox(chatKey, draft);
  return page;
}

test('a message that was sent without a network does not return into its box', async () => {
  const draft = chatDraft();
  const page = await openChatWith(draft);
  const goOnline = goOffline();
  page.write('', chatKey);
  await page.pause(100);
  server.answer(deleteDraft, () => done());
  page.show([draft]);
  page.openings.set(chatKey);
  await page.pause(100);
  expect(page.draftOf(chatKey).text).toBe('');
  listOf(draft);
  goOnline();
  await page.connect();
  expect(page.draftOf(chatKey).text).toBe('');
});

test('a draft that was sent on another device leaves its box', async () => {
  const page = await openChatWith(chatDraft());
  listOf();
  await page.connect();
  expect(page.draftOf(chatKey).text).toBe('');
  expect(page.linkOf(chatKey)).toBeUndefined();
});

test('a box that was changed keeps its text, although its draft was sent elsewhere', async () => {
  const { created } = answerDrafts();
  const page = await openChatWith(chatDraft());
  page.write('Hello, and more', chatKey);
  listOf();
  await page.connect();
  expect(page.draftOf(chatKey).text).toBe('Hello, and more');
  await page.pause();
  expect(created.mock.calls.map(([{ body }]) => body.content)).toEqual(['Hello, and more']);
});

test('a draft of the list stays in its box', async () => {
  const draft = chatDraft();
  const page = await openChatWith(draft);
  listOf(draft);
  await page.connect();
  expect(page.draftOf(chatKey).text).toBe('Hello');
});

test('a newer version does not replace a file that is being uploaded', async () => {
  const page = await openChatWith(chatDraft());
  page.changeAttachments(chatKey, { items: [uploading] });
  listOf(chatDraft());
  await page.connect();
  expect(page.attachmentsOf(chatKey).items).toEqual([uploading]);
});

const uploading = {
  id: 'file',
  name: 'a.jpg',
  kind: 'image',
  preview: '',
  alt: '',
  state: { step: 'uploading', progress: 0.5 },
} as const;

test('opening a draft keeps a file that is being uploaded, and says why', async () => {
  const page = await openPage();
  page.changeAttachments(postKey, { items: [uploading] });
  await expect(page.openKeptDraft(keptDraft('b', 'Other'), postKey)).rejects.toThrow(
    'A file in the box is not uploaded.',
  );
  expect(page.attachmentsOf(postKey).items).toEqual([uploading]);
});

test('a draft of a chat opens in a box with another text, which becomes a draft', async () => {
  const { created } = answerDrafts();
  const page = await openPage();
  const { registerDraftOpener } = await import('./draft-openers.ts');
  const opened = vi.fn();
  registerDraftOpener('chat', opened);
  page.write('Written here', chatKey);
  expect(await page.openKeptDraft(chatDraft(), postKey)).toBe(true);
  expect(opened).toHaveBeenCalledTimes(1);
  expect(created.mock.calls.map(([{ body }]) => body.content)).toEqual(['Written here']);
  expect(page.draftOf(chatKey).text).toBe('Hello');
});

test('a draft whose box cannot be opened says so', async () => {
  const page = await openPage();
  await expect(page.openKeptDraft(chatDraft(), postKey)).rejects.toThrow(
    'The draft could not be opened.',
  );
});

test.each([
  ['', 'Old draft'],
  ['Typed since', 'Typed since'],
])('undo of a deletion leaves what was typed since: "%s"', async (typed, text) => {
  const draft = keptDraft('a', 'Old draft');
  const page = await openPage();
  page.show([draft]);
  page.fillBox(postKey, draft);
  const { toast } = await import('../../../ui/overlays/toasts.ts');
  const undo = vi.spyOn(toast, 'undo').mockReturnValue(undefined);
  page.deleteKeptDraft(draft);
  expect(page.draftOf(postKey).text).toBe('');
  page.write(typed);
  undo.mock.calls[0]?.[1]();
  await page.pause(0);
  expect(page.draftOf(postKey).text).toBe(text);
  expect(page.queryClient.getQueryData(page.keptDraftsQuery.queryKey)).toEqual([draft]);
});

test('a save on its way does not bring back a draft that is deleted meanwhile', async () => {
  const draft = keptDraft('a', 'Old draft');
  const page = await openPage();
  page.show([draft]);
  page.fillBox(postKey, draft);
  const { toast } = await import('../../../ui/overlays/toasts.ts');
  vi.spyOn(toast, 'undo').mockReturnValue(undefined);
  server.answer(saveDraft, ({ body }) => {
    page.deleteKeptDraft(draft);
    return success(keptDraft('a', body.content));
  });
  page.write('Old draft, longer');
  await page.pause();
  expect(page.linkOf(postKey)).toBeUndefined();
  expect(page.queryClient.getQueryData(page.keptDraftsQuery.queryKey)).toEqual([]);
});
