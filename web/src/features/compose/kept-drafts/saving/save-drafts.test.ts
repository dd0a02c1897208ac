import { createDraft, deleteDraft, saveDraft } from '@roost/contract/drafts';
import { AppError } from '@roost/contract/errors';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  answerDrafts,
  chatKey,
  closeBrowser,
  currentTab,
  goOffline,
  keptDraft,
  openBrowser,
  openPage,
  postKey,
} from '../../../../../test/support/draft-page.ts';
import { sampleId } from '../../../../../test/support/sample-id.ts';
import { server, success } from '../../../../../test/support/fake-server.ts';

beforeEach(openBrowser);
afterEach(() => {
  closeBrowser();
  expect(server.unexpected).toEqual([]);
});

test('a pause saves what was written, and a sent or emptied box deletes it', async () => {
  const created = server.answer(createDraft, ({ body }) => success(keptDraft('a', body.content)));
  const saved = server.answer(saveDraft, ({ body }) => success(keptDraft('a', body.content)));
  const deleted = server.answer(deleteDraft, () => ({
    status: 'success' as const,
    message: 'Deleted.',
  }));
  const page = await openPage();
  for (const text of ['H', 'Ha', 'Half']) page.write(text);
  expect(created).not.toHaveBeenCalled();
  await page.pause();
  expect(created.mock.calls.map(([{ body }]) => body.content)).toEqual(['Half']);
  page.write('Half a thought');
  await page.pause();
  expect(saved.mock.calls.map(([{ body }]) => body.content)).toEqual(['Half a thought']);
  page.write('');
  await page.pause();
  expect(deleted.mock.calls.map(([{ params }]) => params.draftId)).toEqual([sampleId('a')]);
  expect(created).toHaveBeenCalledTimes(1);
});

test('after a reload the same draft is saved again', async () => {
  server.answer(createDraft, ({ body }) => success(keptDraft('a', body.content)));
  const saved = server.answer(saveDraft, ({ body }) => success(keptDraft('a', body.content)));
  const first = await openPage();
  first.write('Before');
  await first.pause();
  const page = await openPage();
  page.write('Before and after');
  await page.pause();
  expect(saved.mock.calls.map(([{ params, body }]) => [params.draftId, body.content])).toEqual([
    [sampleId('a'), 'Before and after'],
  ]);
});

test('a draft that was changed elsewhere stays, and this text becomes another one', async () => {
  let count = 0;
  const created = server.answer(createDraft, ({ body }) =>
    success(keptDraft((count += 1) === 1 ? 'a' : 'b', body.content)),
  );
  server.answer(saveDraft, () => {
    throw new AppError('draft_changed');
  });
  const page = await openPage();
  page.write('Mine');
  await page.pause();
  page.write('Mine and more');
  await page.pause();
  expect(created.mock.calls.map(([{ body }]) => body.content)).toEqual(['Mine', 'Mine and more']);
  expect(page.linkOf(postKey)?.draftId).toBe(sampleId('b'));
});

test('the draft of a text that was sent without a network is deleted later', async () => {
  const { deleted } = answerDrafts();
  const page = await openPage();
  page.write('A message');
  await page.pause();
  const goOnline = goOffline();
  page.write('');
  await page.pause();
  goOnline();
  await page.pause(60_000);
  expect(deleted).toHaveBeenCalledTimes(1);
});

test('after a reload, the deletion without an answer is repeated', async () => {
  const { deleted } = answerDrafts();
  const page = await openPage();
  page.write('A message');
  await page.pause();
  goOffline();
  page.write('');
  await page.pause();
  const next = await openPage();
  vi.stubGlobal('fetch', server.fetch);
  next.repeatUnanswered();
  await next.pause(100);
  expect(deleted).toHaveBeenCalledTimes(1);
});

test('a page that hides asks the browser to send the deletion after it', async () => {
  answerDrafts();
  const page = await openPage();
  page.write('A message');
  await page.pause();
  const fetch = vi.fn(async (_url: string, _request: RequestInit) => {
    throw new TypeError('offline');
  });
  vi.stubGlobal('fetch', fetch);
  page.write('');
  await page.pause(100);
  fetch.mockClear();
  currentTab().document.hidden = true;
  currentTab().document.dispatchEvent(new Event('visibilitychange'));
  await page.pause(0);
  expect(fetch.mock.calls.map(([, { method, keepalive }]) => [method, keepalive])).toContainEqual([
    'DELETE',
    true,
  ]);
});

test('after an expired session, the same person saves the same draft', async () => {
  const { created, saved } = answerDrafts();
  const page = await openPage();
  page.write('A message');
  await page.pause();
  page.expireSession();
  await page.pause(0);
  expect(await page.isHeldElsewhere(sampleId('a'))).toBe(false);
  page.signIn();
  page.write('A message, longer');
  await page.pause();
  expect(created).toHaveBeenCalledTimes(1);
  expect(saved).toHaveBeenCalledTimes(1);
});

test('after a logout, a text does not become a draft of the next person', async () => {
  const { created } = answerDrafts();
  const page = await openPage();
  page.write('Mine');
  await page.pause();
  server.answer(saveDraft, () => {
    page.expireSession();
    page.signIn();
    throw new AppError('draft_changed');
  });
  page.write('Mine and more');
  await page.pause(2_000);
  expect(created).toHaveBeenCalledTimes(1);
});

test.each(['unavailable', 'rate_limited', 'internal'] as const)(
  'after the answer %s, the box is saved again',
  async (code) => {
    let count = 0;
    const created = server.answer(createDraft, ({ body }) => {
      count += 1;
      if (count === 1) throw new AppError(code);
      return success(keptDraft('a', body.content));
    });
    const page = await openPage();
    page.write('A message');
    await page.pause(10_000);
    expect(created).toHaveBeenCalledTimes(2);
    expect(page.isSaved(postKey)).toBe(true);
  },
);

test('a logout loses a text that the server refuses, and a file that is not uploaded', async () => {
  server.answer(createDraft, ({ body }) => {
    if (body.content === 'Too many') throw new AppError('bad_input');
    return success(keptDraft('a', body.content));
  });
  const page = await openPage();
  page.write('Half');
  await page.saveAll();
  expect(page.countUnsaved()).toBe(0);
  const file = { id: 'f', name: 'a.png', kind: 'image', preview: '', alt: '' } as const;
  page.changeAttachments(postKey, { items: [{ ...file, state: { step: 'preparing' } }] });
  expect(page.countUnsaved()).toBe(1);
  page.changeAttachments(postKey, { items: [] });
  expect(page.countUnsaved()).toBe(0);
  page.write('Too many', chatKey);
  await page.saveAll();
  expect(page.countUnsaved()).toBe(1);
});
