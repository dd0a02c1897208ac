import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announceLogout } from '../logout.ts';
import { SEND_LATER_MS, sendAllWaiting, sendLater, TakenBack } from './send-later.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a call is sent after five seconds, and not before', async () => {
  const send = vi.fn(async () => 'done');
  const { answer } = sendLater(send);
  await vi.advanceTimersByTimeAsync(SEND_LATER_MS - 1);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toBe('done');
  expect(send).toHaveBeenCalledOnce();
});

test('a call that was taken back is never sent', async () => {
  const send = vi.fn(async () => 'done');
  const { answer, takeBack } = sendLater(send);
  takeBack();
  await expect(answer).rejects.toThrow(TakenBack);
  await vi.advanceTimersByTimeAsync(2 * SEND_LATER_MS);
  await sendAllWaiting();
  expect(send).not.toHaveBeenCalled();
});

test('a call that was sent cannot be taken back', async () => {
  const reply = Promise.withResolvers<string>();
  const { answer, takeBack } = sendLater(async () => reply.promise);
  await vi.advanceTimersByTimeAsync(SEND_LATER_MS);
  takeBack();
  reply.resolve('done');
  expect(await answer).toBe('done');
});

test('before a logout, everything is sent once, and a failure keeps nobody signed in', async () => {
  const send = vi.fn(async () => {
    throw new Error('refused');
  });
  const { answer } = sendLater(send);
  const refused = expect(answer).rejects.toThrow('refused');
  await sendAllWaiting();
  await refused;
  await vi.advanceTimersByTimeAsync(2 * SEND_LATER_MS);
  expect(send).toHaveBeenCalledOnce();
});

test('an ended session sends nothing', async () => {
  const send = vi.fn(async () => 'done');
  const { answer } = sendLater(send);
  announceLogout('expired');
  await expect(answer).rejects.toThrow(TakenBack);
  await vi.advanceTimersByTimeAsync(2 * SEND_LATER_MS);
  expect(send).not.toHaveBeenCalled();
});
