import type { CallInput } from '@roost/contract/client';
import type { AnyEndpoint, Answer } from '@roost/contract/endpoint';
import type { Decision } from '@roost/contract/moderation';
import { call } from '../../../lib/api/api.ts';
import { callWhileLeaving } from '../../../lib/api/call-while-leaving.ts';
import { onLogout } from '../../../lib/logout.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { createStore } from '../../../lib/store.ts';
import { wallClock } from '../../../lib/wall-clock.ts';

/** How long an act waits, so that the moderator can take it back. */
export const DELAY_MS = 5_000;

type Caller = <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) => Promise<Answer<E>>;

export interface Act {
  /** The action, such as 'Hide'. */
  label: string;
  /** The subject of the action. */
  about: string;
  /** The cases or the appeal that it decides. They wait with it. */
  ids: readonly string[];
  /** The page of what it is about, for a second try. */
  page: string;
  /** The server may want a proof first, and nobody can give it while the page closes. */
  mayNeedProof?: boolean;
  /**
   * Finds what others have decided about the same since the moderator chose this act. `changed` are those of the ids that
   * live events named. It runs after each event and before the sending. If it finds something, the act is not sent.
   */
  findNewer?: (changed: readonly string[]) => Promise<Newer | undefined>;
  /**
   * Sends it. A repeated call with the same key changes nothing more. Throws if it could not be done, or not completely. Returns what
   * others decided so late that this act replaced it.
   */
  send: (call: Caller, idempotencyKey: string) => Promise<Newer | undefined>;
  /** Puts back what was typed. It runs when the act is cancelled, also because of a newer decision. */
  cancelled?: (changed: readonly string[]) => void;
  /** Does it again, in spite of a newer decision. */
  anyway?: (newer: Newer) => void;
}

/** A decision of somebody else about the same. */
export type Newer = Pick<Decision, '_id' | 'caseId' | 'action' | 'moderator'>;

export interface DelayedAct extends Act {
  key: string;
  /** When it is sent, in ms since 1970. */
  dueAt: number;
  /**
   * `checking`: The delay is over, but it is not sent before the check for a newer decision. `overtaken`: It was not sent, because
   * somebody else decided first. `replaced`: It was sent, and replaced such a decision.
   */
  state: 'waiting' | 'checking' | 'sending' | 'failed' | 'overtaken' | 'replaced';
  /** The ids that live events named while it waits. */
  changed: readonly string[];
  /** Why it failed. */
  failure?: unknown;
  /** The decision of somebody else, if the act is overtaken or replaced. */
  newer?: Newer;
}

/** The acts that wait, are on their way, or ended in another way than the moderator expects. The oldest is first. */
export const delayedActs = createStore<readonly DelayedAct[]>([]);

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Does something after the delay, unless it is cancelled. Earlier news about the same things disappears. */
export function actLater(act: Act): void {
  const key = randomKey();
  const rest = delayedActs
    .get()
    .filter((other) => isUnderWay(other) || !other.ids.some((id) => act.ids.includes(id)));
  delayedActs.set([
    ...rest,
    { ...act, key, dueAt: wallClock() + DELAY_MS, state: 'waiting' as const, changed: [] },
  ]);
  timers.set(
    key,
    setTimeout(() => void checkAndSend(key), DELAY_MS),
  );
}

/** Takes back an act that waits. */
export function cancelAct(key: string): void {
  const act = find(key);
  if (act?.state !== 'waiting') return;
  drop(key);
  act.cancelled?.(act.changed);
}

/** Forgets a failure or a newer decision that the moderator has seen. */
export function dismissAct(key: string): void {
  const act = find(key);
  if (act && !isUnderWay(act)) drop(key);
}

/** Does again what somebody else overtook. The moderator has seen the newer decision. */
export function actAnyway(key: string): void {
  const act = find(key);
  if (act?.state !== 'overtaken' || !act.newer) return;
  drop(key);
  act.anyway?.(act.newer);
}

/** Looks whether somebody else has decided what waits here. A live event named this id. Without an id, events may have been lost. */
export async function recheckActs(id?: string): Promise<void> {
  const concerned = delayedActs
    .get()
    .filter(({ state, ids }) => state === 'waiting' && (id === undefined || ids.includes(id)));
  await Promise.all(
    concerned.map(async ({ key, ids, changed }) => {
      if (id === undefined) return recheck(key, ids);
      change(key, { changed: [...new Set([...changed, id])] });
      return recheck(key, [id]);
    }),
  );
}

async function recheck(key: string, ids: readonly string[]): Promise<void> {
  try {
    const newer = await find(key)?.findNewer?.(ids);
    if (newer && find(key)?.state === 'waiting') overtake(key, newer);
  } catch {
    // The check before the sending asks again.
  }
}

/** Sends everything that waits, because the moderator leaves the desk. */
export function sendAllNow(): void {
  for (const { key, state } of delayedActs.get()) if (state === 'waiting') void checkAndSend(key);
}

/** Whether something of this id waits or is on its way. */
export function isBeingDecided(acts: readonly DelayedAct[], id: string): boolean {
  return acts.some((act) => isUnderWay(act) && act.ids.includes(id));
}

/** Whether it waits or is on its way. If not, the moderator has to read why. */
export const isUnderWay = (act: DelayedAct) => isUnsent(act) || act.state === 'sending';

const isUnsent = ({ state }: DelayedAct) => state === 'waiting' || state === 'checking';

const callQuietly: Caller = async (endpoint, input) => call(endpoint, input, { quiet: true });

/** Sends an act whose delay is over, unless somebody else decided meanwhile. */
async function checkAndSend(key: string): Promise<void> {
  const act = find(key);
  // A timer can be late, and the page may have closed before it.
  if (act?.state !== 'waiting') return;
  stopTimer(key);
  if (act.findNewer) {
    change(key, { state: 'checking' });
    try {
      const newer = await act.findNewer(act.changed);
      // Meanwhile the page may have sent it and closed, or somebody signed out.
      if (find(key)?.state !== 'checking') return;
      if (newer) return overtake(key, newer);
    } catch (failure) {
      return change(key, { state: 'failed', failure });
    }
  }
  await send(key, callQuietly);
}

async function send(key: string, caller: Caller): Promise<void> {
  change(key, { state: 'sending' });
  try {
    const replaced = await find(key)?.send(caller, key);
    if (replaced) change(key, { state: 'replaced', newer: replaced });
    else drop(key);
  } catch (failure) {
    change(key, { state: 'failed', failure });
  }
}

function overtake(key: string, newer: Newer): void {
  stopTimer(key);
  const act = find(key);
  change(key, { state: 'overtaken', newer });
  act?.cancelled?.(act.changed);
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
  addEventListener('pagehide', () => {
    // A closing page has no time to check first.
    for (const { key } of delayedActs.get().filter(isUnsent)) {
      stopTimer(key);
      void send(key, callWhileLeaving);
    }
  });
  addEventListener('beforeunload', (event) => {
    if (delayedActs.get().some((act) => isUnsent(act) && act.mayNeedProof)) event.preventDefault();
  });
}
