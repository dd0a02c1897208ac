import { beforeEach, expect, test, vi } from 'vitest';
import { setConnection } from '../../../lib/socket/connection.ts';
import { queryClient } from '../../../lib/cache/query-client.ts';
import { meKey } from '../../auth/session.ts';
import type { Attachment } from '../../compose/attachments/attachment.ts';
import { FakeBrowser } from '../../../../test/support/fake-tabs.ts';

vi.mock('../../../lib/socket/socket.ts', () => ({ ask: vi.fn() }));

const browser = new FakeBrowser();
browser.open();
// These modules add listeners to the window when they are loaded.
const { changeItem, changeAttachments, attachmentsOf } =
  await import('../../compose/attachments/attachments.ts');
const { changeDraft, draftOf } = await import('../../compose/drafts.ts');
const { cancelSending } = await import('./cancel-sending.ts');
const { sendDraft } = await import('./send-draft.ts');
const outbox = await import('../../compose/outbox/outbox.ts');
const messages = await import('../outbox/message-outbox.ts');
const enqueue = vi.spyOn(messages, 'enqueueMessage').mockImplementation(() => {});
const cancelItem = vi.spyOn(outbox, 'cancelItem').mockImplementation(() => {});

const uploading: Attachment = {
  id: 'one',
  name: 'one.png',
  kind: 'image',
  preview: '',
  alt: '',
  state: { step: 'uploading', progress: 0 },
};
let draftKey = '';

beforeEach(({ task }) => {
  draftKey = task.id;
  setConnection('connecting');
  enqueue.mockClear();
  browser.localStorage['userId'] = 'alice';
  queryClient.setQueryData(meKey, { _id: 'alice' });
  changeDraft(draftKey, { text: ' Look ' });
  changeAttachments(draftKey, { items: [{ ...uploading, id: draftKey }] });
});

const send = () =>
  sendDraft(draftKey, { viewerId: 'alice', conversationId: 'c', receiverId: 'bob' });
const become = (state: Attachment['state']) => changeItem(draftKey, (item) => ({ ...item, state }));
const inBox = () => [draftOf(draftKey).text, attachmentsOf(draftKey).items.length];

test('a draft is enqueued at once, while its pictures still upload', () => {
  expect(send()).toBeUndefined();
  expect(enqueue).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ viewerId: 'alice', content: 'Look', files: draftKey }),
  );
  expect(draftOf(draftKey).text).toBe('');
});

test('a picture that cannot be uploaded keeps the draft and shows an error', () => {
  become({ step: 'failed', message: 'No.', canRetry: false });
  expect(send()).toBe('A picture can’t be sent. Remove it first.');
  expect([inBox(), enqueue.mock.calls]).toEqual([[' Look ', 1], []]);
});

test('an empty draft is not enqueued', () => {
  changeDraft(draftKey, { text: ' ' });
  changeAttachments(draftKey, { items: [] });
  expect([send(), enqueue.mock.calls]).toEqual([undefined, []]);
});

test('nothing is enqueued if another tab has signed in as somebody else', () => {
  browser.localStorage['userId'] = 'bob';
  send();
  expect([inBox(), enqueue.mock.calls]).toEqual([[' Look ', 1], []]);
});

test('cancelling puts the text back before the current draft', () => {
  changeDraft(draftKey, { text: 'Next' });
  cancelSending(
    {
      clientId: 'k',
      kind: 'message',
      lane: 'message:c',
      conversationId: 'c',
      receiverId: 'bob',
      content: 'Look',
      media: [],
      createdAt: '2026-03-04T10:00:00.000Z',
    },
    draftKey,
  );
  expect(cancelItem).toHaveBeenCalledExactlyOnceWith('k');
  expect(draftOf(draftKey).text).toBe('Look\n\nNext');
});
