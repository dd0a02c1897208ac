import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, unreachable } from '../../../lib/api-error.ts';
import { setConnection } from '../../../lib/connection.ts';
import { markTeller } from './mark-teller.ts';
import { sampleMessage } from '../history/sample-messages.ts';
import { tellDelivered } from './tell-delivered.ts';

const ask = vi.hoisted(() => vi.fn<(name: string, mark: { upTo: number }) => Promise<object>>());
vi.mock('../../../lib/socket.ts', () => ({ ask }));

beforeEach(() => {
  vi.useFakeTimers();
  ask.mockReset().mockResolvedValue({});
  setConnection('open');
});
afterEach(() => {
  setConnection('off');
  vi.useRealTimers();
});

const told = () => ask.mock.calls.map(([, { upTo }]) => upTo);
const pass = async (ms: number) => vi.advanceTimersByTimeAsync(ms);
const teller = () => markTeller('markMessagesAsRead', 300);

test('what is reached frame by frame is told at once, now and then, and at last', async () => {
  const tell = teller();
  const planned = vi.spyOn(globalThis, 'setTimeout');
  for (let number = 1; number <= 60; number += 1) {
    tell('c', number);
    await pass(16);
  }
  await pass(300);
  tell('c', 60);
  tell('c', 12);
  await pass(60_000);
  expect(told()).toHaveLength(5);
  // A browser takes a time far below zero for one far away.
  expect(planned.mock.calls.every(([, inMs]) => (inMs ?? 0) >= 0)).toBe(true);
  expect([told()[0], told().at(-1)]).toEqual([1, 60]);
  expect(ask.mock.calls[0]).toEqual(['markMessagesAsRead', { conversationId: 'c', upTo: 1 }]);
});

test('one at a time: what is reached meanwhile is told after it', async () => {
  const tell = teller();
  let answer: (value: object) => void = () => {};
  ask.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  tell('c', 1);
  await pass(0);
  for (const number of [2, 3]) tell('c', number);
  await pass(5_000);
  expect(told()).toEqual([1]);
  answer({});
  await pass(1);
  expect(told()).toEqual([1, 3]);
});

test('what failed is told again, later each time', async () => {
  const tell = teller();
  const busy = new ApiError('Wait.', { status: 429, code: 'rate_limited' });
  ask.mockRejectedValueOnce(busy).mockRejectedValueOnce(busy);
  tell('c', 4);
  await pass(0);
  await pass(999);
  expect(told()).toEqual([4]);
  await pass(1);
  await pass(1_999);
  expect(told()).toEqual([4, 4]);
  await pass(1);
  await pass(60_000);
  expect(told()).toEqual([4, 4, 4]);
});

test('what was cut off is told with the next connection', async () => {
  const tell = teller();
  ask.mockImplementationOnce(async () => {
    setConnection('connecting');
    throw unreachable();
  });
  tell('c', 4);
  await pass(60_000);
  tell('d', 9);
  await pass(60_000);
  expect(told()).toEqual([4]);
  setConnection('open');
  await pass(1);
  expect(told()).toEqual([4, 4, 9]);
});

test('what is refused is not told again', async () => {
  const tell = teller();
  ask.mockRejectedValueOnce(new ApiError('Gone.', { status: 404, code: 'not_found' }));
  tell('c', 4);
  await pass(60_000);
  setConnection('connecting');
  setConnection('open');
  await pass(60_000);
  expect(told()).toEqual([4]);
});

test('only what others sent and nobody was told of is delivered', async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'bob' });
  const own = { senderId: { _id: 'bob', username: 'bob', avatar: null } };
  tellDelivered([
    sampleMessage(3, own),
    sampleMessage(2),
    sampleMessage(1, { deliveryStatus: 'read' }),
  ]);
  await pass(60_000);
  expect(ask.mock.calls).toEqual([['markMessagesAsDelivered', { conversationId: 'c', upTo: 2 }]]);
  vi.unstubAllGlobals();
});
