import { AppError } from '@roost/contract/errors';
import { deleteMedia, describeMedia } from '@roost/contract/media';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  answerDrafts,
  closeBrowser,
  openBrowser,
  openPage,
  postKey,
} from '../../../../test/support/draft-page.ts';
import { done, server, success } from '../../../../test/support/fake-server.ts';
import { sampleMedia } from '../../../../test/support/sample-media.ts';
import type { AttachmentState } from './attachment.ts';

beforeEach(() => {
  openBrowser();
  answerDrafts();
});
afterEach(() => {
  closeBrowser();
  expect(server.unexpected).toEqual([]);
});

const robin = sampleMedia('robin');

/** A page with the code for uploads. It continues what the last page left. */
async function open() {
  const page = await openPage();
  const files = await import('./file-input.ts');
  const uploads = await import('./uploads.ts');
  const stateOf = (draftKey = postKey) => page.attachmentsOf(draftKey).items[0]?.state;
  return { ...page, ...files, ...uploads, stateOf };
}

const refuse = () => {
  throw new AppError('not_found');
};

test('after a reload, a returned file cannot be posted before the server has it', async () => {
  const first = await open();
  first.returnUploads(postKey, [robin]);
  const asked = server.answer(describeMedia, () => success(robin));
  const { stateOf } = await open();
  expect(stateOf()?.step).toBe('returning');
  await vi.waitFor(() => expect(stateOf()?.step).toBe('ready'));
  expect(asked).toHaveBeenCalledOnce();
});

test('after a reload, a file that stays in its post says so', async () => {
  (await open()).returnUploads(postKey, [robin]);
  server.answer(describeMedia, refuse);
  const { stateOf } = await open();
  expect(stateOf()?.step).toBe('returning');
  await vi.waitFor(() => expect(stateOf()).toMatchObject({ step: 'failed', canRetry: false }));
});

test('a returning file waits for an answer after a reload without a network', async () => {
  (await open()).returnUploads(postKey, [robin]);
  const { stateOf } = await open();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(stateOf()?.step).toBe('returning');
  await vi.advanceTimersByTimeAsync(10);
  expect(stateOf()?.step).toBe('returning');
  server.answer(describeMedia, () => success(robin));
  vi.stubGlobal('fetch', server.fetch);
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(() => expect(stateOf()?.step).toBe('ready'));
});

test('another tab takes a returning file over as such', async () => {
  const page = await open();
  page.returnUploads(postKey, [robin]);
  const [stored] = page.storedFiles(page.attachmentsOf(postKey).items);
  expect(page.fromStored(JSON.parse(JSON.stringify(stored))).state.step).toBe('returning');
});

test('a file that the person removed while it came back is deleted', async () => {
  const page = await open();
  const deleted = server.answer(deleteMedia, () => done('Deleted.'));
  const { released } = page.returnUploads(postKey, [robin]);
  page.removeFile(postKey, robin._id);
  expect(deleted).not.toHaveBeenCalled();
  released();
  await vi.waitFor(() => expect(deleted).toHaveBeenCalledOnce());
});

test.each<AttachmentState>([
  { step: 'uploading', progress: 0.5 },
  { step: 'failed', message: 'Too large.', canRetry: false },
])('a file of no post that the person removed is forgotten: $step', async (state) => {
  const page = await open();
  const file = { id: 'wren', name: '', kind: 'image', preview: '', alt: '', state } as const;
  page.changeAttachments(postKey, { items: [file] });
  page.removeFile(postKey, 'wren');
  expect(page.takeRemoved('wren')).toBe(false);
});

test('a file that the person did not remove is not deleted', async () => {
  const page = await open();
  const deleted = server.answer(deleteMedia, () => done('Deleted.'));
  const wren = sampleMedia('wren');
  const { refused, released } = page.returnUploads(postKey, [robin, wren]);
  refused();
  const { dropUnfit } = await import('../outbox/outbox-files.ts');
  page.removeFile(postKey, wren._id);
  dropUnfit(postKey);
  released();
  // The removed one shows that the other was decided, too.
  await vi.waitFor(() => expect(deleted).toHaveBeenCalled());
  expect(deleted.mock.calls.map(([{ params }]) => params.mediaId)).toEqual([wren._id]);
});
