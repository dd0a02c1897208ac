// Long because its tests share one fake server.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LogoutReason } from '../../../lib/logout.ts';
import type { AttachmentState } from '../../compose/attachments/attachment.ts';
import { FakeBrowser, type FakeTab } from '../../../../test/support/fake-tabs.ts';
import { sampleMessage } from '../../../../test/support/sample-messages.ts';

interface Sent {
  clientId: string;
  message: { content: string; media: string[] };
}
const ask = vi.hoisted(() => vi.fn<(name: string, payload: Sent) => Promise<unknown>>());
vi.mock('../../../lib/socket/socket.ts', () => ({ ask }));
/** The state of an unfinished upload after a reload. */
let resumed: AttachmentState;
const retryFiles = vi.fn<(draftKey: string) => Promise<void>>();

let browser: FakeBrowser;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-04T10:00:00.000Z') });
  browser = new FakeBrowser();
  resumed = { step: 'failed', message: 'Lost.', canRetry: false };
  retryFiles.mockReset().mockResolvedValue();
  ask.mockReset().mockImplementation(async (_, { clientId, message: { content } }) => ({
    message: sampleMessage(1, { _id: clientId, clientId, content }),
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Loads fresh modules, as a new page of this user does. */
async function openTab(userId: string, tab: FakeTab = browser.open()) {
  vi.resetModules();
  tab.toFront();
  const attachments = await import('../../compose/attachments/attachments.ts');
  const fileInput = await import('../../compose/attachments/file-input.ts');
  vi.spyOn(fileInput, 'retryFiles').mockImplementation(retryFiles);
  vi.spyOn(fileInput, 'resumeUploads').mockImplementation(async (draftKey) => {
    for (const { id, state } of attachments.filesIn(draftKey))
      if (state.step === 'preparing')
        attachments.changeItem(id, (item) => ({ ...item, state: resumed }));
  });
  const outbox = await import('../../compose/outbox/outbox.ts');
  const { enqueueMessage } = await import('./message-outbox.ts');
  const { setConnection } = await import('../../../lib/socket/connection.ts');
  const { queryClient } = await import('../../../lib/cache/query-client.ts');
  const { meKey } = await import('../../auth/session.ts');
  const { announceLogout } = await import('../../../lib/logout.ts');
  const become = (id: string | null) => queryClient.setQueryData(meKey, id && { _id: id });
  browser.localStorage['userId'] = userId;
  become(userId);
  return {
    tab,
    become,
    connect: async (state: 'connecting' | 'open' = 'open') => {
      tab.toFront();
      setConnection(state);
      await rest();
    },
    write: async (content: string, viewerId = userId) => {
      tab.toFront();
      enqueueMessage({ viewerId, conversationId: 'c', receiverId: 'bob', content, files: 'box' });
      await rest();
    },
    retry: outbox.retry,
    cancelMessage: outbox.cancelItem,
    /** Attaches a picture in the composer, or changes its upload state. */
    picture: async (id: string, state: AttachmentState) => {
      const item = { id, name: id, kind: 'image', preview: `blob:${id}`, alt: '', state } as const;
      if (attachments.itemOf(id)) attachments.changeItem(id, () => item);
      else
        attachments.changeAttachments('box', {
          items: [...attachments.attachmentsOf('box').items, item],
        });
      await rest();
    },
    filesIn: attachments.filesIn,
    /** Simulates a closed tab. */
    close: () => {
      setConnection('off');
      tab.close();
    },
    signOut: async (reason: LogoutReason) => {
      tab.toFront();
      announceLogout(reason);
      await rest();
    },
    focus: async () => {
      tab.toFront();
      tab.dispatchEvent(new Event('focus'));
      await rest();
    },
  };
}

const rest = async () => vi.advanceTimersByTimeAsync(20);
/** The stored messages of a user. */
const kept = (userId: string) =>
  Object.entries(browser.localStorage)
    .filter(([key]) => key.startsWith(`roost:outbox:${userId}:`))
    .flatMap(
      ([, raw]) => JSON.parse(raw) as { clientId: string; content: string; problem?: string }[],
    );
const texts = (userId: string) => kept(userId).map(({ content }) => content);
const methodsOf = (storage: object) => Object.getPrototypeOf(storage) as Storage;
const sent = () => ask.mock.calls.map(([, { message }]) => message.content);

test('offline messages are stored and sent in order after connecting', async () => {
  const page = await openTab('alice');
  await page.connect('connecting');
  await page.write('First');
  await page.write('Second');
  expect([texts('alice'), sent()]).toEqual([['First', 'Second'], []]);
  await page.connect();
  expect([texts('alice'), sent()]).toEqual([[], ['First', 'Second']]);
});

test('a message whose answer precedes its event is sent once', async () => {
  const page = await openTab('alice');
  await page.connect();
  await page.write('Once');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toEqual(['Once']);
});

test('after a reload the tab sends the message again with the same clientId', async () => {
  const page = await openTab('alice');
  await page.connect();
  ask.mockReturnValueOnce(new Promise(() => {}));
  await page.write('Cut');
  page.close();
  const again = await openTab('alice', page.tab);
  await again.connect();
  const [first, second] = ask.mock.calls.map(([, { clientId }]) => clientId);
  expect([sent(), first]).toEqual([['Cut', 'Cut'], second]);
});

test('messages never move to a user who signs in in another tab', async () => {
  const page = await openTab('alice');
  await page.connect('connecting');
  await page.write('Of Alice');
  browser.localStorage['userId'] = 'bob';
  await page.connect();
  await page.write('Later');
  await page.write('By Bob?', 'bob');
  expect([texts('bob'), texts('alice'), sent()]).toEqual([[], ['Of Alice'], []]);
});

test('messages written after the logout are dropped', async () => {
  const page = await openTab('alice');
  await page.connect();
  delete browser.localStorage['userId'];
  page.become(null);
  await page.signOut('expired');
  await page.write('Too late');
  browser.localStorage['userId'] = 'bob';
  page.become('bob');
  await page.connect('connecting');
  await page.connect();
  expect([texts('alice'), texts('bob'), sent()]).toEqual([[], [], []]);
});

test('an expired session keeps the boxes; a later logout event empties them', async () => {
  const page = await openTab('alice');
  await page.connect('connecting');
  await page.write('Mine');
  delete browser.localStorage['userId'];
  page.become(null);
  await page.signOut('expired');
  expect(texts('alice')).toEqual(['Mine']);
  await page.signOut('signedOut');
  expect(texts('alice')).toEqual([]);
});

test('an answer after a logout in another tab writes nothing to storage', async () => {
  const page = await openTab('alice');
  await page.connect();
  let answer: (value: unknown) => void = () => {};
  ask.mockReturnValue(new Promise(() => {}));
  ask.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  await page.write('First');
  await page.write('Second');
  for (const key of Object.keys(browser.localStorage)) delete browser.localStorage[key];
  answer({ message: sampleMessage(1) });
  await rest();
  expect(Object.keys(browser.localStorage)).toEqual([]);
});

test('another tab takes over the messages of a closed tab when it gets the focus', async () => {
  const [one, two] = [await openTab('alice'), await openTab('alice')];
  await one.connect('connecting');
  await one.write('Left behind');
  await two.connect();
  await two.focus();
  expect([texts('alice'), sent()]).toEqual([['Left behind'], []]);
  one.close();
  await two.focus();
  expect([texts('alice'), sent()]).toEqual([[], ['Left behind']]);
});

test('a closed tab’s box is deleted only after its messages are stored again', async () => {
  const [one, two] = [await openTab('alice'), await openTab('alice')];
  await one.connect('connecting');
  await one.write('Left behind');
  one.close();
  ask.mockImplementation(async () => new Promise(() => {}));
  const removed: string[][] = [];
  vi.spyOn(methodsOf(browser.localStorage), 'removeItem').mockImplementation((key) => {
    delete browser.localStorage[key];
    removed.push(texts('alice'));
  });
  await two.connect();
  expect(removed.filter((left) => left.length === 0)).toEqual([]);
  expect(texts('alice')).toEqual(['Left behind']);
});

test('a closed tab’s box stays if storage cannot be written', async () => {
  const [one, two] = [await openTab('alice'), await openTab('alice')];
  await one.connect('connecting');
  await one.write('Left behind');
  one.close();
  ask.mockImplementation(async () => new Promise(() => {}));
  vi.spyOn(methodsOf(browser.localStorage), 'setItem').mockImplementation(() => {
    throw new Error('QuotaExceededError');
  });
  await two.connect();
  expect([texts('alice'), sent()]).toEqual([['Left behind'], ['Left behind']]);
});

const up: AttachmentState = { step: 'uploading', progress: 0 };
const ready = (_id: string): AttachmentState => ({
  step: 'ready',
  media: {
    _id,
    url: `https://roost.example/${_id}`,
    type: 'image',
    status: 'ready',
    width: 4,
    height: 3,
    alt: '',
    placeholder: '',
  },
});
const withMedia = () =>
  ask.mock.calls.map(([, { message }]) => [message.content, ...message.media]);

test('a message waits for an earlier message that uploads pictures', async () => {
  const page = await openTab('alice');
  await page.connect();
  await page.picture('one', up);
  await page.picture('two', ready('2'));
  await page.write('Look');
  await page.write('After it');
  expect([texts('alice'), sent()]).toEqual([['Look', 'After it'], []]);
  await page.picture('one', ready('1'));
  expect(withMedia()).toEqual([['Look', '1', '2'], ['After it']]);
  expect(texts('alice')).toEqual([]);
});

test('messages with pictures are sent in order, whichever upload ends first', async () => {
  const page = await openTab('alice');
  await page.connect();
  await page.picture('one', up);
  await page.write('First');
  await page.picture('two', up);
  await page.write('Second');
  await page.picture('two', ready('2'));
  expect(sent()).toEqual([]);
  await page.picture('one', ready('1'));
  expect(withMedia()).toEqual([
    ['First', '1'],
    ['Second', '2'],
  ]);
});

test('a refused picture blocks no later message, and its message can go without it', async () => {
  const page = await openTab('alice');
  await page.connect();
  await page.picture('one', up);
  await page.picture('two', ready('2'));
  await page.write('Look');
  await page.write('After it');
  await page.picture('one', { step: 'failed', message: 'Too large.', canRetry: false });
  const [look] = kept('alice');
  expect([sent(), look?.problem]).toEqual([['After it'], 'Too large.']);
  page.retry(look!.clientId);
  await rest();
  expect(withMedia()).toEqual([['After it'], ['Look', '2']]);
});

test('a reload continues an upload, and the message keeps its place', async () => {
  const page = await openTab('alice');
  await page.connect();
  await page.picture('one', up);
  await page.picture('two', ready('2'));
  await page.write('Look');
  page.close();
  resumed = ready('1');
  const again = await openTab('alice', page.tab);
  await again.connect();
  await again.write('Later');
  expect(withMedia()).toEqual([['Look', '1', '2'], ['Later']]);
  expect(texts('alice')).toEqual([]);
});

test('a message whose file is lost in a reload waits for the user with its other pictures', async () => {
  const page = await openTab('alice');
  await page.connect();
  await page.picture('one', up);
  await page.picture('two', ready('2'));
  await page.write('Look');
  page.close();
  const again = await openTab('alice', page.tab);
  await again.connect();
  await again.write('Later');
  const [look] = kept('alice');
  expect([sent(), look?.content]).toEqual([['Later'], 'Look']);
  again.retry(look!.clientId);
  await rest();
  expect(withMedia()).toEqual([['Later'], ['Look', '2']]);
});

const unanswered = {
  step: 'failed',
  message: 'Out of reach.',
  canRetry: true,
  isTemporary: true,
} as const;

test('an unanswered upload is retried with growing delays, then fails', async () => {
  const page = await openTab('alice');
  await page.connect();
  await page.picture('one', up);
  await page.write('Look');
  await page.picture('one', unanswered);
  for (const [tries, wait] of [1, 2, 4, 8, 16].entries()) {
    expect(retryFiles).toHaveBeenCalledTimes(tries);
    expect(kept('alice')[0]?.problem).toBeUndefined();
    await vi.advanceTimersByTimeAsync(wait * 1000);
  }
  expect(retryFiles).toHaveBeenCalledTimes(5);
  expect(kept('alice')[0]?.problem).toBe('Out of reach.');
});

test('a picture waits for the connection and uploads as soon as it is back', async () => {
  const page = await openTab('alice');
  await page.connect('connecting');
  await page.picture('one', unanswered);
  await page.write('Look');
  // Sending the message retried the upload once.
  expect(retryFiles).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(retryFiles).toHaveBeenCalledTimes(1);
  await page.connect();
  expect(retryFiles).toHaveBeenCalledTimes(2);
  await page.picture('one', ready('1'));
  expect(withMedia()).toEqual([['Look', '1']]);
});

test('a retried message shows no problem while its retry starts', async () => {
  const page = await openTab('alice');
  await page.connect();
  await page.picture('one', up);
  await page.write('Look');
  await page.picture('one', { step: 'failed', message: 'No room.', canRetry: true });
  const [look] = kept('alice');
  expect(look?.problem).toBe('No room.');
  retryFiles.mockImplementationOnce(async () => page.picture('one', up));
  page.retry(look!.clientId);
  await rest();
  expect(kept('alice')[0]?.problem).toBeUndefined();
  await page.picture('one', ready('1'));
  expect(withMedia()).toEqual([['Look', '1']]);
});

test('without locks, a message with unfinished uploads stays with its tab', async () => {
  const one = await openTab('alice');
  await one.connect();
  await one.picture('one', up);
  await one.write('Look');
  const tab = browser.open();
  tab.hasLocks = false;
  const two = await openTab('alice', tab);
  await two.connect();
  expect(texts('alice')).toEqual(['Look']);
  await one.picture('one', ready('1'));
  expect([withMedia(), texts('alice')]).toEqual([[['Look', '1']], []]);
});

test('a cancelled message is never sent and unblocks later ones', async () => {
  const page = await openTab('alice');
  await page.connect();
  await page.picture('one', up);
  await page.write('Look');
  await page.write('After it');
  const [look] = kept('alice');
  page.cancelMessage(look!.clientId);
  await vi.waitFor(() => expect(page.filesIn(look!.clientId)).toEqual([]));
  await rest();
  expect(sent()).toEqual(['After it']);
});

test('a message that waited more than a day is sent only on retry', async () => {
  const page = await openTab('alice');
  await page.connect('connecting');
  await page.write('Yesterday');
  vi.setSystemTime('2026-03-05T10:00:01.000Z');
  await page.connect();
  const [old] = kept('alice');
  expect([old?.problem, sent()]).toEqual(['This was not sent within a day.', []]);
  page.retry(old!.clientId);
  await rest();
  expect([texts('alice'), sent()]).toEqual([[], ['Yesterday']]);
});
