import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, tooLate, unreachable } from '../../lib/api/api-error.ts';
import { setConnection } from '../../lib/socket/connection.ts';
import { currentCall, dispatchCall } from './call-store.ts';
import type { Person } from './call-machine.ts';

const { ask, toast } = vi.hoisted(() => ({
  ask: vi.fn<(name: string, payload: object) => Promise<object>>(),
  toast: { error: vi.fn(), info: vi.fn() },
}));
vi.mock('../../lib/socket/socket.ts', () => ({ ask }));
vi.mock('../../ui/overlays/toasts.ts', async (original) => ({
  ...(await original<object>()),
  toast,
}));

const ben: Person = { _id: 'ben', username: 'ben', fullName: 'Ben', avatar: null };
const rang = { name: 'rang', from: ben, callId: 'theirs', media: 'audio' } as const;
const noAnswer = new ApiError('No answer.', { status: 408, code: 'no_answer' });
const placed = async () => ({ signal: 'own', isCaller: true });
const settled = async () => vi.advanceTimersByTimeAsync(0);
/** Returns the messages sent since the last call. */
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

test('the server ends an unanswered call and gives the reason', async () => {
  ask.mockImplementation(async () => {
    // The delay of the network does not matter.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return placed();
  });
  await place();
  await vi.advanceTimersByTimeAsync(1_500);
  sent();
  // The server's timer starts when the call rings, so its event arrives slightly after the dialog's time.
  await vi.advanceTimersByTimeAsync(60_000 + 1_000);
  expect(currentCall()).toMatchObject({ status: 'calling', callId: 'own' });
  expect(sent()).toEqual([]);
  dispatchCall({ name: 'refused', to: 'ben' });
  expect(currentCall()).toEqual({ status: 'idle' });
});

test('the dialog closes even if the server’s event never arrives', async () => {
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
  'a call %s while disconnected is reported to the server after the reconnect',
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

test('a call without an answer from the server is cancelled, also after a reconnect', async () => {
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
  ['6 s without a known call', undefined, 6_000],
  ['61 s, when the ringing is over', 'own', 61_000],
])('a reconnect after %s sends nothing', async (_, callId, ms) => {
  await place();
  if (!callId) {
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

test('a refused message is not sent again, and nothing is sent after signing out', async () => {
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
