import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, tooLate, unreachable } from '../../lib/api-error.ts';
import { setConnection } from '../../lib/connection.ts';
import { currentCall, dispatchCall } from './call-store.ts';
import type { Person } from './call-machine.ts';

const { ask, toast } = vi.hoisted(() => ({
  ask: vi.fn<(name: string, payload: object) => Promise<object>>(),
  toast: { error: vi.fn(), info: vi.fn() },
}));
vi.mock('../../lib/socket.ts', () => ({ ask }));
vi.mock('../../ui/toasts.ts', () => ({ toast }));

const ben: Person = { _id: 'ben', username: 'ben', fullName: 'Ben', avatar: null };
const rang = { name: 'rang', from: ben, signal: 'theirs', media: 'audio' } as const;
const noAnswer = new ApiError('No answer.', { status: 408, code: 'no_answer' });
const placed = async () => ({ signal: 'own', isCaller: true });
const settled = async () => vi.advanceTimersByTimeAsync(0);
/** What went out since the last look. */
const sent = () => ask.mock.calls.splice(0);

beforeEach(() => {
  vi.useFakeTimers();
  ask.mockReset().mockImplementation(placed);
  setConnection('open');
});
afterEach(() => {
  dispatchCall({ name: 'signedOut' });
  vi.useRealTimers();
});

async function place(): Promise<void> {
  dispatchCall({ name: 'place', to: ben, media: 'audio', isConnected: true });
  await settled();
}

test('a call that nobody answers is left to the server to end, in its words', async () => {
  ask.mockImplementation(async () => {
    // However long the way.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return placed();
  });
  await place();
  await vi.advanceTimersByTimeAsync(1_500);
  sent();
  // The server counts from when it rang: its word comes as the dialog has stood for its time, and a little later.
  await vi.advanceTimersByTimeAsync(60_000 + 1_000);
  expect(currentCall()).toMatchObject({ status: 'calling', signal: 'own' });
  expect(sent()).toEqual([]);
  dispatchCall({ name: 'refused', to: 'ben' });
  expect(currentCall()).toEqual({ status: 'idle' });
});

test('should that word never come, the dialog goes all the same', async () => {
  await place();
  sent();
  await vi.advanceTimersByTimeAsync(70_000);
  expect(currentCall()).toEqual({ status: 'idle' });
  expect(sent()).toEqual([['hangUp', { to: 'ben', signal: 'own' }]]);
});

test.each([
  ['cancelled', { name: 'cancel' }, ['hangUp', { to: 'ben', signal: 'own' }]],
  ['declined', { name: 'reject' }, ['rejectCall', { to: 'ben', signal: 'theirs' }]],
] as const)(
  'what is %s while the line is down is told once it is back',
  async (how, event, words) => {
    if (how === 'declined') dispatchCall(rang);
    else await place();
    sent();
    ask.mockRejectedValue(unreachable());
    dispatchCall(event);
    setConnection('connecting');
    await settled();
    expect(sent()).toEqual([words]);
    ask.mockImplementation(placed);
    setConnection('open');
    await settled();
    expect(sent()).toEqual([words]);
    setConnection('connecting');
    setConnection('open');
    await settled();
    expect(sent()).toEqual([]);
  },
);

test('a call whose placing got no answer is taken back, also when the line was down by then', async () => {
  ask.mockRejectedValue(tooLate());
  await place();
  expect(currentCall()).toEqual({ status: 'idle' });
  setConnection('connecting');
  ask.mockImplementation(placed);
  sent();
  setConnection('open');
  await settled();
  expect(sent()).toEqual([['hangUp', { to: 'ben' }]]);
});

test.each([
  ['which call is not known', undefined, 6_000],
  ['a ring is over', 'own', 61_000],
])('but not later than when %s', async (_, signal, ms) => {
  await place();
  if (!signal) {
    dispatchCall({ name: 'signedOut' });
    ask.mockRejectedValue(unreachable());
    await place();
  } else {
    ask.mockRejectedValue(unreachable());
    dispatchCall({ name: 'cancel' });
    await settled();
  }
  setConnection('connecting');
  sent();
  await vi.advanceTimersByTimeAsync(ms);
  setConnection('open');
  await settled();
  expect(sent()).toEqual([]);
});

test('what the server said against it is no reason to say it again; nor is anything after signing out', async () => {
  await place();
  ask.mockRejectedValue(noAnswer);
  dispatchCall({ name: 'cancel' });
  await settled();
  await vi.advanceTimersByTimeAsync(2_000);
  ask.mockImplementation(placed);
  await place();
  ask.mockRejectedValue(unreachable());
  dispatchCall({ name: 'cancel' });
  await settled();
  dispatchCall({ name: 'signedOut' });
  sent();
  setConnection('connecting');
  setConnection('open');
  await settled();
  expect(sent()).toEqual([]);
});
