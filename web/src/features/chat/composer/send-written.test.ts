import { beforeEach, expect, test, vi } from 'vitest';
import { setConnection } from '../../../lib/connection.ts';
import { LOGOUT_EVENT } from '../../../lib/logout.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { meKey } from '../../auth/session.ts';
import type { Attachment } from '../../posts/attachments/attachment.ts';
import { FakeBrowser } from '../outbox/fake-tabs.ts';

vi.mock('../../../lib/socket.ts', () => ({ ask: vi.fn() }));

const browser = new FakeBrowser();
const tab = browser.open();
// These listen to the window as they are loaded.
const { changeItem, changeTray, stopWaiting, trayOf } =
  await import('../../posts/attachments/tray.ts');
const { changeDraft, draftOf } = await import('../../posts/drafts.ts');
const fileInput = await import('../../posts/attachments/file-input.ts');
const outbox = await import('../outbox/outbox.ts');
const { sendWritten } = await import('./send-written.ts');
const enqueue = vi.spyOn(outbox, 'enqueue').mockImplementation(() => {});

const uploading: Attachment = {
  id: 'one',
  name: 'one.png',
  kind: 'image',
  preview: '',
  alt: '',
  state: { step: 'uploading', progress: 0 },
};
const media = {
  _id: 'p',
  url: 'https://roost.example/p',
  type: 'image',
  status: 'ready',
  width: 4,
  height: 3,
  alt: '',
  placeholder: '',
} as const;
let slot = '';

beforeEach(({ task }) => {
  slot = task.id;
  setConnection('open');
  enqueue.mockClear();
  browser.localStorage['userId'] = 'alice';
  queryClient.setQueryData(meKey, { _id: 'alice' });
  changeDraft(slot, { text: 'Look' });
  changeTray(slot, { items: [uploading] });
});

const send = async () =>
  sendWritten(slot, { viewerId: 'alice', conversationId: 'c', receiverId: 'bob' });
const become = (state: Attachment['state']) =>
  changeItem(slot, 'one', (item) => ({ ...item, state }));

test('goes out once its pictures are there', async () => {
  const sending = send();
  become({ step: 'ready', media });
  expect(await sending).toBeUndefined();
  expect(enqueue).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ viewerId: 'alice', content: 'Look', media: [media] }),
  );
  expect([draftOf(slot).text, trayOf(slot).items]).toEqual(['', []]);
});

test('a picture that fails is told of, and everything stays', async () => {
  const sending = send();
  become({ step: 'failed', message: 'No.', canRetry: true });
  expect(await sending).toBe('A picture is not uploaded yet. Try it again or remove it.');
  expect([draftOf(slot).text, enqueue.mock.calls]).toEqual(['Look', []]);
});

test('the box is free meanwhile, and what failed stands before what was written since', async () => {
  const sending = send();
  expect([draftOf(slot).text, draftOf(slot).sending?.text]).toEqual(['', 'Look']);
  changeDraft(slot, { text: 'Next' });
  become({ step: 'failed', message: 'No.', canRetry: false });
  await sending;
  expect(draftOf(slot).text).toBe('Look\n\nNext');
});

test('waits for the connection, and goes on with it', async () => {
  const retryFiles = vi.spyOn(fileInput, 'retryFiles').mockImplementation(async () => {
    become({ step: 'preparing' });
  });
  setConnection('lost');
  become({ step: 'failed', message: 'Out of reach.', canRetry: true });
  const sending = send();
  changeDraft(slot, { text: 'Next' });
  expect(trayOf(slot).isWaiting).toBe(true);
  setConnection('open');
  expect(retryFiles).toHaveBeenCalledOnce();
  become({ step: 'ready', media });
  expect(await sending).toBeUndefined();
  expect(enqueue).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ content: 'Look' }));
  expect(draftOf(slot).text).toBe('Next');
});

test('what the server judged unfit waits for no connection', async () => {
  setConnection('lost');
  become({ step: 'failed', message: 'No.', canRetry: false });
  expect(await send()).toBe('A picture is not uploaded yet. Try it again or remove it.');
});

test('called off, everything stays', async () => {
  const sending = send();
  stopWaiting(slot);
  expect(await sending).toBeUndefined();
  expect([draftOf(slot).text, enqueue.mock.calls]).toEqual(['Look', []]);
});

test('signed out while the pictures are on their way, nothing goes out', async () => {
  const sending = send();
  delete browser.localStorage['userId'];
  queryClient.setQueryData(meKey, null);
  tab.dispatchEvent(new Event(LOGOUT_EVENT));
  await sending;
  expect([draftOf(slot).text, enqueue.mock.calls]).toEqual(['Look', []]);
});

test('nor with somebody else signed in beside it', async () => {
  const sending = send();
  browser.localStorage['userId'] = 'bob';
  become({ step: 'ready', media });
  await sending;
  expect([draftOf(slot).text, enqueue.mock.calls]).toEqual(['Look', []]);
});
