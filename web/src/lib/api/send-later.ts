import { onLogout } from '../logout.ts';
import { call } from './api.ts';
import { callWhileLeaving } from './call-while-leaving.ts';

/** How long a call waits, in ms. Until then the person can take it back. */
export const SEND_LATER_MS = 5_000;

/** The person took the call back before it was sent, or the session ended. */
export class TakenBack extends Error {}

type Caller = typeof call;

interface Later<Answer> {
  /** Rejects with `TakenBack` if nothing was sent. */
  answer: Promise<Answer>;
  takeBack: () => void;
  /** Is aborted when the person can no longer take the call back. */
  ended: AbortSignal;
}

interface Waiting {
  send: (caller: Caller) => Promise<unknown>;
  drop: () => void;
}

const waiting = new Set<Waiting>();

/** Sends a call after five seconds, or as soon as the page hides or closes. Until then the person can take it back. */
export function sendLater<Answer>(send: (caller: Caller) => Promise<Answer>): Later<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const ended = new AbortController();
  const end = () => {
    clearTimeout(timer);
    ended.abort();
    return waiting.delete(entry);
  };
  const entry: Waiting = {
    async send(caller) {
      if (!end()) return;
      await send(caller).then(resolve, reject);
    },
    drop: () => end() && reject(new TakenBack()),
  };
  const timer = setTimeout(() => void entry.send(call), SEND_LATER_MS);
  waiting.add(entry);
  return { answer: promise, takeBack: entry.drop, ended: ended.signal };
}

/** Counts the calls that wait. Without a network, a logout would lose them. */
export const countWaiting = (): number => waiting.size;

/** Sends what waits, before its session ends. Resolves when the answers are here. */
export async function sendAllWaiting(): Promise<void> {
  await Promise.all([...waiting].map(async ({ send }) => send(call)));
}

function sendWhileLeaving(): void {
  for (const { send } of waiting) void send(callWhileLeaving);
}

// The next person must not send what this one began.
onLogout(() => {
  for (const { drop } of waiting) drop();
});

if (typeof window !== 'undefined') {
  // Before the next page is requested, which must not show what is deleted.
  addEventListener('beforeunload', sendWhileLeaving);
  addEventListener('pagehide', sendWhileLeaving);
  document.addEventListener('visibilitychange', () => document.hidden && sendWhileLeaving());
}
