import type { Message } from '@roost/contract/chat';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setConnection } from '../../../lib/socket/connection.ts';
import { writeCache } from '../../../lib/cache/write-cache.ts';
import { chatKeys } from '../chat-keys.ts';
import { catchUp } from './catch-up.ts';
import { hideMessage, applyReceipt, showMessage } from './message-cache.ts';
import { messagesOf, type MessagePages } from './message-pages.ts';
import { messagesQuery, refreshMessages } from './messages.query.ts';
import { sampleMessage } from '../../../../test/support/sample-messages.ts';

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

/** A client whose thread has loaded these messages. By default there are older ones. */
async function loaded(numbers: number[], nextCursor: string | null = 'more') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: 0 } } });
  // The first write starts the journal, which replays changes onto running fetches.
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

/** Fetches the next older page, as the thread does. */
const older = (client: QueryClient) =>
  client.fetchInfiniteQuery({ ...messagesQuery('c'), pages: 2, staleTime: 0 });

test('an older page requested before a refresh does not undo the refresh', async () => {
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

test('events during the fetch of a page are applied to its result', async () => {
  const client = await loaded([13, 12]);
  const paging = older(client);
  const first = await nth(1);
  showMessage(client, sampleMessage(14));
  hideMessage(client, 'c', 'm12');
  applyReceipt(client, 'c', { senderId: 'alice', upTo: 13, as: 'read', readerId: 'bob' });
  first.answer([13, 12], 'more');
  (await nth(2)).answer([11]);
  await paging;
  expect(shown(client)).toEqual([11, 13, 14]);
  const statuses = messagesOf(client.getQueryData<MessagePages>(chatKeys.messages('c'))!).map(
    ({ deliveryStatus }) => deliveryStatus,
  );
  expect(statuses).toEqual(['read', 'read', 'sent']);
});

test('a failed refresh is retried with growing delays while connected', async () => {
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

test('a failed refresh without a connection waits for a reconnect', async () => {
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
