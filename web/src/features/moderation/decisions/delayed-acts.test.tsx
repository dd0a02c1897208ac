import { AppError } from '@roost/contract/errors';
import { decideAppeal } from '@roost/contract/moderation';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announceLogout } from '../../../lib/logout.ts';
import { server } from '../../../../test/support/fake-server.ts';
import {
  actAnyway,
  actLater,
  cancelAct,
  delayedActs,
  DELAY_MS,
  dismissAct,
  isBeingDecided,
  recheckActs,
  sendAllNow,
  type Act,
  type Newer,
} from './delayed-acts.ts';
import { takeBackNewest } from './take-back.ts';

const appealId = '0190a0a0-0000-7000-8000-000000000001';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  announceLogout('signedOut');
  vi.useRealTimers();
});

function act(change: Partial<Act> = {}) {
  const send = vi.fn<Act['send']>(async () => undefined);
  actLater({ label: 'Hide', about: 'a post', ids: ['a'], page: '/', send, ...change });
  return send;
}
const states = () => delayedActs.get().map(({ state }) => state);
const newestKey = () => delayedActs.get().at(-1)!.key;

test('an act is sent after five seconds, and not before', async () => {
  const send = act();
  expect(isBeingDecided(delayedActs.get(), 'a')).toBe(true);
  await vi.advanceTimersByTimeAsync(DELAY_MS - 1);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(send).toHaveBeenCalledOnce();
  expect(delayedActs.get()).toEqual([]);
});

test('a cancelled act is never sent', async () => {
  const cancelled = vi.fn<() => void>();
  const send = act({ cancelled });
  cancelAct(newestKey());
  await vi.advanceTimersByTimeAsync(2 * DELAY_MS);
  expect(send).not.toHaveBeenCalled();
  expect(cancelled).toHaveBeenCalledOnce();
});

test('the newest of several acts is taken back first, and its page shows again', async () => {
  const first = act({ ids: ['a'], page: '/first' });
  const second = act({ ids: ['b'], page: '/second' });
  expect(takeBackNewest()).toBe(true);
  expect(location.pathname).toBe('/second');
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
  expect(takeBackNewest()).toBe(false);
});

test('a moderator who leaves sends at once, and only once', async () => {
  const send = act();
  sendAllNow();
  sendAllNow();
  await vi.advanceTimersByTimeAsync(2 * DELAY_MS);
  expect(send).toHaveBeenCalledOnce();
});

test('an act that is on its way cannot be cancelled', async () => {
  const answer = Promise.withResolvers<undefined>();
  const cancelled = vi.fn<() => void>();
  act({ send: async () => answer.promise, cancelled });
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  expect(states()).toEqual(['sending']);
  cancelAct(newestKey());
  expect(states()).toEqual(['sending']);
  answer.resolve(undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(cancelled).not.toHaveBeenCalled();
  expect(states()).toEqual([]);
});

test('a failure stays until it is seen, and a second try replaces it', async () => {
  const failing = { send: async () => Promise.reject(new Error('no')) };
  act(failing);
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  expect(states()).toEqual(['failed']);
  expect(isBeingDecided(delayedActs.get(), 'a')).toBe(false);
  act(failing);
  expect(states()).toEqual(['waiting']);
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  dismissAct(newestKey());
  expect(states()).toEqual([]);
});

const newer: Newer = { _id: appealId, caseId: 'a', action: 'remove', moderator: null };

test('an act that somebody else overtook is not sent, and says so', async () => {
  const cancelled = vi.fn<() => void>();
  const send = act({ findNewer: async () => newer, cancelled });
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  expect(send).not.toHaveBeenCalled();
  expect(cancelled).toHaveBeenCalledOnce();
  expect(delayedActs.get()).toMatchObject([{ state: 'overtaken', newer }]);
  expect(isBeingDecided(delayedActs.get(), 'a')).toBe(false);
});

test('a live event overtakes an act that waits, and no other one', async () => {
  const findNewer = vi.fn<NonNullable<Act['findNewer']>>(async () => newer);
  act({ ids: ['a', 'b'], findNewer });
  act({ ids: ['c'], findNewer });
  await recheckActs('b');
  expect(findNewer.mock.calls).toEqual([[['b']]]);
  expect(states()).toEqual(['overtaken', 'waiting']);
});

test('a moderator who decides anyway names the newer decision, and only once', async () => {
  const anyway = vi.fn<NonNullable<Act['anyway']>>();
  act({ findNewer: async () => newer, anyway });
  await recheckActs();
  const key = newestKey();
  actAnyway(key);
  actAnyway(key);
  expect(anyway.mock.calls).toEqual([[newer]]);
  expect(states()).toEqual([]);
});

test('an act that cannot be checked is not sent', async () => {
  const send = act({ findNewer: async () => Promise.reject(new Error('no')) });
  await recheckActs('a');
  expect(states()).toEqual(['waiting']);
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  expect(send).not.toHaveBeenCalled();
  expect(states()).toEqual(['failed']);
});

test('an act that replaced a decision of somebody else says so', async () => {
  act({ send: async () => newer });
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  expect(delayedActs.get()).toMatchObject([{ state: 'replaced', newer }]);
  dismissAct(newestKey());
  expect(states()).toEqual([]);
});

test('a logout forgets what waits', async () => {
  const send = act();
  announceLogout('expired');
  await vi.advanceTimersByTimeAsync(2 * DELAY_MS);
  expect(send).not.toHaveBeenCalled();
});

test('a closing page sends by a request that outlives it', async () => {
  const asked = server.answer(decideAppeal, () => {
    throw new AppError('not_found');
  });
  const kept = vi.spyOn(globalThis, 'fetch');
  act({
    send: async (call, idempotencyKey) => {
      const body = { uphold: true, note: '', message: '' };
      await call(decideAppeal, { params: { appealId }, body, idempotencyKey });
      return undefined;
    },
  });
  const key = newestKey();
  dispatchEvent(new Event('pagehide'));
  await vi.advanceTimersByTimeAsync(2 * DELAY_MS);
  expect(asked).toHaveBeenCalledOnce();
  const [, request] = kept.mock.calls[0]!;
  expect(request).toMatchObject({ keepalive: true, headers: { 'Idempotency-Key': key } });
  expect(states()).toEqual(['failed']);
});

test.each([
  [true, true],
  [false, false],
])('the browser asks before it closes a page in which a ban waits: %s', (mayNeedProof, asks) => {
  act({ mayNeedProof });
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  expect(event.defaultPrevented).toBe(asks);
});

test('a page that closes during the check sends the act, and only once', async () => {
  const checked = Promise.withResolvers<undefined>();
  const send = act({ findNewer: async () => checked.promise });
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  expect(send).not.toHaveBeenCalled();
  dispatchEvent(new Event('pagehide'));
  expect(send).toHaveBeenCalledOnce();
  checked.resolve(undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(send).toHaveBeenCalledOnce();
});

test('after a sign-out during the check, nothing is sent', async () => {
  const checked = Promise.withResolvers<undefined>();
  const send = act({ findNewer: async () => checked.promise });
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  announceLogout('signedOut');
  checked.resolve(undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(send).not.toHaveBeenCalled();
});
