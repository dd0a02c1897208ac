import { expect, test } from 'vitest';
import type { Queued } from '../outbox/message-outbox.ts';
import { sampleMessage } from '../../../../test/support/sample-messages.ts';
import { dayLabel, firstUnread, threadRows } from './thread-rows.ts';

const bob = { senderId: { _id: 'bob', username: 'bob', avatar: null } };
/** In local time, because the day separators use local days. */
const at = (day: number, hour: number, minute = 0) =>
  new Date(2026, 2, day, hour, minute).toISOString();
const queued: Queued = {
  clientId: 'k',
  kind: 'message',
  lane: 'message:c',
  conversationId: 'c',
  receiverId: 'bob',
  content: 'On its way',
  media: [],
  createdAt: at(5, 10, 2),
};
const rowsOf = (
  messages: Parameters<typeof threadRows>[0]['messages'],
  rest: Partial<Parameters<typeof threadRows>[0]> = {},
) => threadRows({ viewerId: 'alice', messages, queued: [], unreadId: undefined, ...rest });

test('messages of one person within minutes form a group within one day', () => {
  const rows = rowsOf([
    sampleMessage(1, { createdAt: at(4, 23, 58) }),
    sampleMessage(2, { createdAt: at(5, 0, 1) }),
    sampleMessage(3, { createdAt: at(5, 0, 2) }),
    sampleMessage(4, { ...bob, createdAt: at(5, 0, 3) }),
    sampleMessage(5, { ...bob, createdAt: at(5, 0, 9) }),
  ]);
  expect(rows.map((row) => row.startsDay)).toEqual([true, true, false, false, false]);
  expect(rows.map((row) => row.startsGroup)).toEqual([true, true, false, true, true]);
  expect(rows.map((row) => row.endsGroup)).toEqual([true, false, true, true, true]);
});

test('the status appears under the last of a group and where it changes', () => {
  const rows = rowsOf([
    sampleMessage(1, { deliveryStatus: 'read' }),
    sampleMessage(2, { deliveryStatus: 'read' }),
    sampleMessage(3),
    sampleMessage(4),
  ]);
  expect(rows.map(({ showsTime }) => showsTime)).toEqual([false, true, false, true]);
  expect(rows.map(({ status }) => status)).toEqual(['read', 'read', 'sent', 'sent']);
  expect(rowsOf([sampleMessage(1, bob)])[0]?.status).toBeUndefined();
});

test('a queued message comes last and keeps its key after sending', () => {
  const before = rowsOf([sampleMessage(1)], { queued: [queued] });
  expect(before.map(({ key, status }) => [key, status])).toEqual([
    ['m1', 'sent'],
    ['k', 'sending'],
  ]);
  const after = rowsOf([sampleMessage(1), sampleMessage(2, { clientId: 'k' })], {
    queued: [queued],
  });
  expect(after.map(({ key, status }) => [key, status])).toEqual([
    ['m1', 'sent'],
    ['k', 'sent'],
  ]);
  expect(rowsOf([], { queued: [{ ...queued, problem: 'No.' }] })[0]?.status).toBe('failed');
});

test('a call row belongs to no group and has no status', () => {
  const [, call, after] = rowsOf([
    sampleMessage(1),
    sampleMessage(2, { kind: 'call' }),
    sampleMessage(3),
  ]);
  expect(call).toMatchObject({ isCall: true, status: undefined, startsGroup: true });
  expect(after?.startsGroup).toBe(true);
});

test('the first unread message is the oldest unread one at the opening', () => {
  const messages = [
    sampleMessage(1, bob),
    sampleMessage(2, bob),
    sampleMessage(3),
    sampleMessage(4, bob),
    sampleMessage(5, bob),
  ];
  expect(firstUnread(messages, 'alice', { count: 2, upTo: 4 })).toBe('m2');
  expect(firstUnread(messages, 'alice', { count: 0, upTo: 5 })).toBeUndefined();
  expect(firstUnread(messages, 'alice', { count: 9, upTo: 5 })).toBeUndefined();
  const rows = rowsOf(messages, { unreadId: 'm5' });
  expect(rows.map(({ startsUnread }) => startsUnread)).toEqual([false, false, false, false, true]);
  expect(rows.at(-1)?.startsGroup).toBe(true);
});

test('only a missed call counts as unread', () => {
  const call = (outcome: 'answered' | 'missed' | 'declined') => ({
    ...bob,
    kind: 'call' as const,
    call: { media: 'audio' as const, outcome, seconds: null },
  });
  const messages = [
    sampleMessage(1, bob),
    sampleMessage(2, bob),
    sampleMessage(3, call('answered')),
    sampleMessage(4, call('missed')),
    sampleMessage(5, call('declined')),
  ];
  expect(firstUnread(messages, 'alice', { count: 1, upTo: 5 })).toBe('m4');
  expect(firstUnread(messages, 'alice', { count: 2, upTo: 5 })).toBe('m2');
});

test('a day label depends on the current day', () => {
  const now = new Date(2026, 2, 5, 0, 30).getTime();
  expect(dayLabel(at(5, 0, 1), now)).toBe('Today');
  expect(dayLabel(at(4, 0, 0), now)).toBe('Yesterday');
  expect(dayLabel(at(3, 12), now)).toBe('Tuesday, March 3');
  expect(dayLabel(new Date(2025, 11, 31, 12).toISOString(), now)).toBe('December 31, 2025');
});
