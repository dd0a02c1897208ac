import type { CallInput } from '@roost/contract/client';
import type { AnyEndpoint, Answer } from '@roost/contract/endpoint';
import { call } from '../../../lib/api/api.ts';
import { onLogout } from '../../../lib/logout.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { createStore } from '../../../lib/store.ts';
import { wallClock } from '../../../lib/wall-clock.ts';
import { callWhileLeaving } from './call-while-leaving.ts';

/** How long an act waits, so that it can be taken back. */
export const DELAY_MS = 5_000;

type Caller = <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) => Promise<Answer<E>>;

export interface Act {
  /** What happens, such as 'Hide'. */
  label: string;
  /** To what it happens. */
  about: string;
  /** The cases or the appeal that it decides. They wait with it. */
  ids: readonly string[];
  /** The page of what it is about, for a second try. */
  page: string;
  /** The server may want a proof first, and nobody can give it while the page closes. */
  mayNeedProof?: boolean;
  /** Sends it. A repeated call with the same key changes nothing more. Throws if it could not be done, or not completely. */
  send: (call: Caller, idempotencyKey: string) => Promise<void>;
  /** Puts back what was typed. It runs when the act is cancelled. */
  cancelled?: () => void;
}

export interface DelayedAct extends Act {
  key: string;
  /** When it is sent, in ms since 1970. */
  dueAt: number;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed. */
  failure?: unknown;
}

/** What waits, is on its way, or failed, the oldest first. */
export const delayedActs = createStore<readonly DelayedAct[]>([]);

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Does something after the delay, unless it is cancelled. An earlier failure about the same things disappears. */
export function actLater(act: Act): void {
  const key = randomKey();
  const rest = delayedActs
    .get()
    .filter(({ state, ids }) => state !== 'failed' || !ids.some((id) => act.ids.includes(id)));
  delayedActs.set([
    ...rest,
    { ...act, key, dueAt: wallClock() + DELAY_MS, state: 'waiting' as const },
  ]);
  timers.set(
    key,
    setTimeout(() => void sendAct(key, callQuietly), DELAY_MS),
  );
}

/** Takes back an act that waits. */
export function cancelAct(key: string): void {
  const act = find(key);
  if (act?.state !== 'waiting') return;
  drop(key);
  act.cancelled?.();
}

/** Takes back the newest act that waits. Returns false if nothing waits. */
export function cancelNewest(): boolean {
  const newest = delayedActs.get().findLast(({ state }) => state === 'waiting');
  if (newest) cancelAct(newest.key);
  return newest !== undefined;
}

/** Forgets a failure that the moderator has seen. */
export function dismissFailure(key: string): void {
  if (find(key)?.state === 'failed') drop(key);
}

/** Sends everything that waits, because the moderator leaves the desk. */
export function sendAllNow(caller: Caller = callQuietly): void {
  for (const { key, state } of delayedActs.get())
    if (state === 'waiting') void sendAct(key, caller);
}

/** Whether something of this id waits or is on its way. */
export function isBeingDecided(acts: readonly DelayedAct[], id: string): boolean {
  return acts.some(({ state, ids }) => state !== 'failed' && ids.includes(id));
}

const callQuietly: Caller = async (endpoint, input) => call(endpoint, input, { quiet: true });

async function sendAct(key: string, caller: Caller): Promise<void> {
  const act = find(key);
  // A timer can be late, and the page may have closed before it.
  if (act?.state !== 'waiting') return;
  stopTimer(key);
  change(key, { state: 'sending' });
  try {
    await act.send(caller, key);
    drop(key);
  } catch (failure) {
    change(key, { state: 'failed', failure });
  }
}

const find = (key: string) => delayedActs.get().find((act) => act.key === key);

function change(key: string, part: Partial<DelayedAct>): void {
  delayedActs.set(delayedActs.get().map((act) => (act.key === key ? { ...act, ...part } : act)));
}

function drop(key: string): void {
  stopTimer(key);
  delayedActs.set(delayedActs.get().filter((act) => act.key !== key));
}

function stopTimer(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
}

// The next person must not send what this one decided.
onLogout(() => {
  for (const key of timers.keys()) clearTimeout(timers.get(key));
  timers.clear();
  delayedActs.set([]);
});

if (typeof window !== 'undefined') {
  addEventListener('pagehide', () => sendAllNow(callWhileLeaving));
  addEventListener('beforeunload', (event) => {
    const isRisky = ({ state, mayNeedProof }: DelayedAct) => state === 'waiting' && mayNeedProof;
    if (delayedActs.get().some(isRisky)) event.preventDefault();
  });
}
