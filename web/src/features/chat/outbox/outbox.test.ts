import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LEFT_EVENT, LOGOUT_EVENT } from '../../../lib/logout.ts';
import { FakeBrowser, type FakeTab } from './fake-tabs.ts';
import { sampleMessage } from '../history/sample-messages.ts';

interface Sent {
  clientId: string;
  message: { content: string };
}
const ask = vi.hoisted(() => vi.fn<(name: string, payload: Sent) => Promise<unknown>>());
vi.mock('../../../lib/socket.ts', () => ({ ask }));

let browser: FakeBrowser;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-04T10:00:00.000Z') });
  browser = new FakeBrowser();
  ask.mockReset().mockImplementation(async (_, { clientId, message: { content } }) => ({
    message: sampleMessage(1, { _id: clientId, clientId, content }),
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page of its own, as somebody has it open. */
async function openTab(userId: string, tab: FakeTab = browser.open()) {
  vi.resetModules();
  tab.toFront();
  const outbox = await import('./outbox.ts');
  const { setConnection } = await import('../../../lib/connection.ts');
  const { queryClient } = await import('../../../lib/query-client.ts');
  const { meKey } = await import('../../auth/session.ts');
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
      outbox.enqueue({ viewerId, conversationId: 'c', receiverId: 'bob', content, media: [] });
      await rest();
    },
    retry: outbox.retry,
    /** As a closing browser leaves it. */
    close: () => {
      setConnection('off');
      tab.close();
    },
    tell: async (...names: string[]) => {
      tab.toFront();
      for (const name of names) tab.dispatchEvent(new Event(name));
      await rest();
    },
  };
}

const rest = async () => vi.advanceTimersByTimeAsync(20);
/** What lies in somebody's boxes. */
const kept = (userId: string) =>
  Object.entries(browser.localStorage)
    .filter(([key]) => key.startsWith(`roost:outbox:${userId}:`))
    .flatMap(
      ([, raw]) => JSON.parse(raw) as { clientId: string; content: string; problem?: string }[],
    );
const texts = (userId: string) => kept(userId).map(({ content }) => content);
const methodsOf = (storage: object) => Object.getPrototypeOf(storage) as Storage;
const sent = () => ask.mock.calls.map(([, { message }]) => message.content);

test('what is written offline is kept, and sent once connected, in order', async () => {
  const page = await openTab('alice');
  await page.connect('connecting');
  await page.write('First');
  await page.write('Second');
  expect([texts('alice'), sent()]).toEqual([['First', 'Second'], []]);
  await page.connect();
  expect([texts('alice'), sent()]).toEqual([[], ['First', 'Second']]);
});

test('each is sent once, though its answer comes before the event that tells of it', async () => {
  const page = await openTab('alice');
  await page.connect();
  await page.write('Once');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toEqual(['Once']);
});

test('over a reload the same tab sends it, under the same clientId', async () => {
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

test('what one person had to send never becomes another’s who signs in in another tab', async () => {
  const page = await openTab('alice');
  await page.connect('connecting');
  await page.write('Of Alice');
  browser.localStorage['userId'] = 'bob';
  await page.connect();
  await page.write('Later');
  await page.write('By Bob?', 'bob');
  expect([texts('bob'), texts('alice'), sent()]).toEqual([[], ['Of Alice'], []]);
});

test('what comes after the logout is nobody’s', async () => {
  const page = await openTab('alice');
  await page.connect();
  delete browser.localStorage['userId'];
  page.become(null);
  await page.tell(LOGOUT_EVENT);
  await page.write('Too late');
  browser.localStorage['userId'] = 'bob';
  page.become('bob');
  await page.connect('connecting');
  await page.connect();
  expect([texts('alice'), texts('bob'), sent()]).toEqual([[], [], []]);
});

test('a session that ended leaves the boxes, and a chosen logout heard afterwards empties them', async () => {
  const page = await openTab('alice');
  await page.connect('connecting');
  await page.write('Mine');
  delete browser.localStorage['userId'];
  page.become(null);
  await page.tell(LOGOUT_EVENT);
  expect(texts('alice')).toEqual(['Mine']);
  await page.tell(LEFT_EVENT, LOGOUT_EVENT);
  expect(texts('alice')).toEqual([]);
});

test('an answer that comes after another tab left writes nothing back', async () => {
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

test('what a closed tab left is another’s once one looks there', async () => {
  const [one, two] = [await openTab('alice'), await openTab('alice')];
  await one.connect('connecting');
  await one.write('Left behind');
  await two.connect();
  await two.tell('focus');
  expect([texts('alice'), sent()]).toEqual([['Left behind'], []]);
  one.close();
  await two.tell('focus');
  expect([texts('alice'), sent()]).toEqual([[], ['Left behind']]);
});

test('a closed tab’s box goes only once its messages lie in another', async () => {
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

test('where nothing can be written a closed tab’s box stays', async () => {
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

test('what waited for more than a day is the person’s to decide', async () => {
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
