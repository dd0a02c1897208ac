import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, unreachable } from '../../../lib/api/api-error.ts';
import { setConnection } from '../../../lib/socket/connection.ts';
import { receiptSender } from './receipt-sender.ts';
import { sampleMessage } from '../../../../test/support/sample-messages.ts';
import { sendDeliveryReceipts } from './send-delivery-receipts.ts';

const ask = vi.hoisted(() => vi.fn<(name: string, receipt: { upTo: number }) => Promise<object>>());
vi.mock('../../../lib/socket/socket.ts', () => ({ ask }));

beforeEach(() => {
  vi.useFakeTimers();
  ask.mockReset().mockResolvedValue({});
  setConnection('open');
});
afterEach(() => {
  setConnection('off');
  vi.useRealTimers();
});

const sentNumbers = () => ask.mock.calls.map(([, { upTo }]) => upTo);
const pass = async (ms: number) => vi.advanceTimersByTimeAsync(ms);
const newSender = () => receiptSender('markMessagesAsRead', 300);

test('frequent updates send the first, some between, and the last', async () => {
  const send = newSender();
  const planned = vi.spyOn(globalThis, 'setTimeout');
  for (let number = 1; number <= 60; number += 1) {
    send('c', number);
    await pass(16);
  }
  await pass(300);
  send('c', 60);
  send('c', 12);
  await pass(60_000);
  expect(sentNumbers()).toHaveLength(5);
  // A browser may treat a very negative delay as a very long one.
  expect(planned.mock.calls.every(([, inMs]) => (inMs ?? 0) >= 0)).toBe(true);
  expect([sentNumbers()[0], sentNumbers().at(-1)]).toEqual([1, 60]);
  expect(ask.mock.calls[0]).toEqual(['markMessagesAsRead', { conversationId: 'c', upTo: 1 }]);
});

test('a receipt waits for the answer to the one before', async () => {
  const send = newSender();
  let answer: (value: object) => void = () => {};
  ask.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  send('c', 1);
  await pass(0);
  for (const number of [2, 3]) send('c', number);
  await pass(5_000);
  expect(sentNumbers()).toEqual([1]);
  answer({});
  await pass(1);
  expect(sentNumbers()).toEqual([1, 3]);
});

test('a failed receipt is sent again with growing delays', async () => {
  const send = newSender();
  const busy = new ApiError('Wait.', { status: 429, code: 'rate_limited' });
  ask.mockRejectedValueOnce(busy).mockRejectedValueOnce(busy);
  send('c', 4);
  await pass(0);
  await pass(999);
  expect(sentNumbers()).toEqual([4]);
  await pass(1);
  await pass(1_999);
  expect(sentNumbers()).toEqual([4, 4]);
  await pass(1);
  await pass(60_000);
  expect(sentNumbers()).toEqual([4, 4, 4]);
});

test('a receipt without an answer is sent again after a reconnect', async () => {
  const send = newSender();
  ask.mockImplementationOnce(async () => {
    setConnection('connecting');
    throw unreachable();
  });
  send('c', 4);
  await pass(60_000);
  send('d', 9);
  await pass(60_000);
  expect(sentNumbers()).toEqual([4]);
  setConnection('open');
  await pass(1);
  expect(sentNumbers()).toEqual([4, 4, 9]);
});

test('a refused receipt is not sent again', async () => {
  const send = newSender();
  ask.mockRejectedValueOnce(new ApiError('Gone.', { status: 404, code: 'not_found' }));
  send('c', 4);
  await pass(60_000);
  setConnection('connecting');
  setConnection('open');
  await pass(60_000);
  expect(sentNumbers()).toEqual([4]);
});

test('only received messages without a receipt get a delivery receipt', async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'bob' });
  const own = { senderId: { _id: 'bob', username: 'bob', avatar: null } };
  sendDeliveryReceipts([
    sampleMessage(3, own),
    sampleMessage(2),
    sampleMessage(1, { deliveryStatus: 'read' }),
  ]);
  await pass(60_000);
  expect(ask.mock.calls).toEqual([['markMessagesAsDelivered', { conversationId: 'c', upTo: 2 }]]);
  vi.unstubAllGlobals();
});
