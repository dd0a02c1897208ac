import { expect, test } from 'vitest';
import {
  messagesOf,
  refreshed,
  withReceipt,
  withMessage,
  withoutMessage,
  type MessagePages,
} from './message-pages.ts';
import {
  sampleMessage,
  samplePage,
  samplePages,
} from '../../../../test/support/sample-messages.ts';

const numbers = (pages: MessagePages) => messagesOf(pages).map(({ number }) => number);

test('a message is inserted once, sorted by its number', () => {
  const pages = samplePages(
    [
      [9, 7],
      [5, 3],
    ],
    'more',
  );
  expect(numbers(withMessage(pages, sampleMessage(10)))).toEqual([3, 5, 7, 9, 10]);
  expect(numbers(withMessage(pages, sampleMessage(8)))).toEqual([3, 5, 7, 8, 9]);
  expect(numbers(withMessage(pages, sampleMessage(4)))).toEqual([3, 4, 5, 7, 9]);
  expect(numbers(withMessage(pages, sampleMessage(7)))).toEqual([3, 5, 7, 9]);
});

test('a message older than the loaded pages is added only if all are loaded', () => {
  expect(numbers(withMessage(samplePages([[9, 7]], 'more'), sampleMessage(2)))).toEqual([7, 9]);
  expect(numbers(withMessage(samplePages([[9, 7]]), sampleMessage(2)))).toEqual([2, 7, 9]);
  expect(numbers(withMessage(samplePages([[]]), sampleMessage(1)))).toEqual([1]);
});

test('an older version of a message does not reset its receipt', () => {
  const read = sampleMessage(1, { deliveryStatus: 'read', isRead: true, readBy: ['bob'] });
  const pages = withMessage(withMessage(samplePages([[]]), read), sampleMessage(1));
  expect(messagesOf(pages)).toEqual([read]);
});

test('removing a message keeps all others', () => {
  const pages = samplePages([
    [9, 7],
    [5, 3],
  ]);
  expect(numbers(withoutMessage(pages, 'm5'))).toEqual([3, 7, 9]);
  expect(withoutMessage(pages, 'm4')).toBe(pages);
});

test('a receipt covers one sender’s older messages and never goes back', () => {
  const pages = withMessage(
    samplePages([[4, 3], [1]]),
    sampleMessage(2, { senderId: { _id: 'bob', username: 'bob', avatar: null } }),
  );
  const read = withReceipt(pages, { senderId: 'alice', upTo: 3, as: 'read', readerId: 'bob' });
  const statuses = messagesOf(read).map(({ deliveryStatus }) => deliveryStatus);
  expect(statuses).toEqual(['read', 'sent', 'read', 'sent']);
  expect(messagesOf(read)[0]).toMatchObject({ isRead: true, readBy: ['bob'] });
  expect(withReceipt(read, { senderId: 'alice', upTo: 3, as: 'delivered' })).toBe(read);
});

test('fetched pages replace their range and keep older messages', () => {
  const known = samplePages(
    [
      [9, 8, 7],
      [5, 3],
    ],
    'more',
  );
  const fetched = [samplePage([12, 11, 10], 'a'), samplePage([9, 7, 6], 'b')];
  const next = refreshed(known, fetched, 9);
  expect(numbers(next)).toEqual([3, 5, 6, 7, 9, 10, 11, 12]);
  expect(next.pages.at(-1)?.nextCursor).toBe('more');
  expect(next.pageParams).toEqual([null, 'a', 'b']);
});

test('older messages are dropped if a gap would remain', () => {
  const next = refreshed(samplePages([[4, 3]]), [samplePage([12, 11], 'a')], 4);
  expect(numbers(next)).toEqual([11, 12]);
  expect(next.pages.at(-1)?.nextCursor).toBe('a');
});

test('messages that arrived during the fetch stay', () => {
  const known = withMessage(samplePages([[2, 1]]), sampleMessage(4));
  expect(numbers(refreshed(known, [samplePage([3, 2, 1], null)], 2))).toEqual([1, 2, 3, 4]);
  expect(numbers(refreshed(known, [samplePage([], null)], 2))).toEqual([4]);
});
