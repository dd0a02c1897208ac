import type { Message } from '@roost/contract/chat';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setConnection } from '../../../lib/connection.ts';
import { writeCache } from '../../users/cache-writes.ts';
import { chatKeys } from '../chat-keys.ts';
import { catchUp } from './catch-up.ts';
import { hideMessage, showMark, showMessage } from './message-cache.ts';
import { messagesOf, type MessagePages } from './message-pages.ts';
import { messagesQuery, refreshMessages } from './messages.query.ts';
import { sampleMessage } from './sample-messages.ts';

interface Request {
  cursor: string | null;
  answer: (numbers: number[], nextCursor?: string | null) => void;
  fail: () => void;
}
let asked: Request[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    asked.push({
      cursor: new URL(url, 'https://roost.example').searchParams.get('cursor'),
      answer: (numbers, nextCursor = null) =>
        resolve(
          Response.json({ success: true, data: messages(numbers), pagination: { nextCursor } }),
        ),
      fail: () => resolve(Response.json({ message: 'No.', code: 'internal' }, { status: 500 })),
    });
    return promise;
  });
});
afterEach(() => {
  setConnection('off');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const messages = (numbers: number[]): Message[] =>
  numbers.map((number) => sampleMessage(number, { deliveryStatus: 'delivered' }));

/** A thread with these loaded, and more before them. */
async function loaded(numbers: number[], nextCursor: string | null = 'more') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: 0 } } });
  // The first write starts the journal that fetches are noted in.
  writeCache(client, chatKeys.messages('c'), (data) => data);
  const loading = client.fetchInfiniteQuery(messagesQuery('c'));
  await nth(0);
  asked[0]!.answer(numbers, nextCursor);
  await loading;
  return client;
}

const nth = async (index: number) => {
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(index));
  return asked[index]!;
};
const shown = (client: QueryClient) =>
  messagesOf(client.getQueryData<MessagePages>(chatKeys.messages('c'))!).map(
    ({ number }) => number,
  );

/** Asks for the page before what is there, as the thread does. */
const older = (client: QueryClient) =>
  client.fetchInfiniteQuery({ ...messagesQuery('c'), pages: 2, staleTime: 0 });

test('a refresh is not undone by an older page that set out before it', async () => {
  const client = await loaded([4, 3]);
  const paging = older(client);
  (await nth(1)).answer([4, 3], 'more');
  const before = await nth(2);
  const refreshing = refreshMessages(client, 'c');
  (await nth(3)).answer([6, 5, 4, 3], 'more');
  await refreshing;
  expect(shown(client)).toEqual([3, 4, 5, 6]);
  before.answer([2, 1]);
  await paging;
  expect(shown(client)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('what is told while a page is on its way is in it', async () => {
  const client = await loaded([13, 12]);
  const paging = older(client);
  const first = await nth(1);
  showMessage(client, sampleMessage(14));
  hideMessage(client, 'c', 'm12');
  showMark(client, 'c', { senderId: 'alice', upTo: 13, as: 'read', readerId: 'bob' });
  first.answer([13, 12], 'more');
  (await nth(2)).answer([11]);
  await paging;
  expect(shown(client)).toEqual([11, 13, 14]);
  const statuses = messagesOf(client.getQueryData<MessagePages>(chatKeys.messages('c'))!).map(
    ({ deliveryStatus }) => deliveryStatus,
  );
  expect(statuses).toEqual(['read', 'read', 'sent']);
});

test('a refresh that fails is tried again in a while, for as long as the line stands', async () => {
  const client = await loaded([1], null);
  vi.useFakeTimers();
  setConnection('open');
  const failing = catchUp(client, 'c');
  (await nth(1)).fail();
  await failing;
  await vi.advanceTimersByTimeAsync(999);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  asked[2]!.fail();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(asked).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1);
  asked[3]!.answer([2, 1]);
  await vi.advanceTimersByTimeAsync(100_000);
  expect([shown(client), asked.length]).toEqual([[1, 2], 4]);
});

test('without a line it waits for the next one', async () => {
  const client = await loaded([1], null);
  vi.useFakeTimers();
  const failing = catchUp(client, 'c');
  (await nth(1)).fail();
  await failing;
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked).toHaveLength(2);
  setConnection('open');
  expect(asked).toHaveLength(3);
});
