import type { Media } from '@roost/contract/media';
import { ApiError } from '../../../lib/api-error.ts';

/** A message on its way, or refused. */
export interface Queued {
  /** The same for each try, so that one whose answer was lost is not there twice. */
  clientId: string;
  conversationId: string;
  receiverId: string;
  content: string;
  /** Uploaded already. */
  media: Media[];
  createdAt: string;
  /** Why the server won't have it; it then waits for the person to decide. */
  problem?: string;
}

/** Each conversation's are sent in the order they were written; what was refused holds up nobody. */
export function nextOf(items: readonly Queued[], conversationId: string): Queued | undefined {
  return items.find((item) => item.conversationId === conversationId && !item.problem);
}

type Verdict =
  | { type: 'later'; inMs: number }
  | { type: 'failed'; problem: string }
  | { type: 'gone' };

/** The server may have it all the same, or have it in a while: the same is sent again. */
const passing = ['unreachable', 'timeout', 'unavailable', 'rate_limited', 'unauthenticated'];
/** Ours to mend, which may never be; told to the person after so many tries. */
const MOST_FAULTS = 5;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

export const isPassing = ({ code }: ApiError): boolean => passing.includes(code);

/** Milliseconds until the next try, after so many. */
export const waitAfter = (tries: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));

/** What becomes of a message that could not be sent, after so many tries. */
export function judge(error: unknown, tries: number): Verdict {
  const inMs = waitAfter(tries);
  if (!(error instanceof ApiError)) return { type: 'failed', problem: 'Something went wrong.' };
  if (isPassing(error)) return { type: 'later', inMs };
  if (error.status >= 500 && tries < MOST_FAULTS) return { type: 'later', inMs };
  // It was sent, and deleted in another tab before its answer came.
  if (error.code === 'already_sent') return { type: 'gone' };
  return { type: 'failed', problem: error.message };
}

/** What storage holds, without whatever is not ours. */
export function parseBox(raw: string | null): Queued[] {
  try {
    const stored: unknown = JSON.parse(raw ?? '[]');
    return Array.isArray(stored) ? stored.filter(isQueued) : [];
  } catch {
    return [];
  }
}

function isQueued(value: unknown): value is Queued {
  const { clientId, conversationId, receiverId, content, media, createdAt } = (value ??
    {}) as Partial<Record<keyof Queued, unknown>>;
  return (
    [clientId, conversationId, receiverId, content, createdAt].every(
      (each) => typeof each === 'string',
    ) &&
    Array.isArray(media) &&
    media.every(isMedia)
  );
}

/** As far as a picture is drawn and sent by it. */
function isMedia(value: unknown): boolean {
  const { _id, url, width, height } = (value ?? {}) as Partial<Record<keyof Media, unknown>>;
  return (
    [_id, url].every((each) => typeof each === 'string') &&
    [width, height].every((each) => typeof each === 'number')
  );
}

/** What was written longer ago may no longer be meant, and goes out only when the person says so. */
const MEANT_FOR_MS = 24 * 60 * 60 * 1000;

/** With what waited too long left to the person; the same array where there is nothing of the kind. */
export function withStale(items: readonly Queued[]): readonly Queued[] {
  const isStale = ({ createdAt, problem }: Queued) =>
    !problem && Date.now() - Date.parse(createdAt) > MEANT_FOR_MS;
  if (!items.some(isStale)) return items;
  return items.map((item) =>
    isStale(item) ? { ...item, problem: 'This was not sent within a day.' } : item,
  );
}

/** Both, each message once, in the order they were written. */
export function joined(one: readonly Queued[], other: readonly Queued[]): Queued[] {
  const all = new Map([...one, ...other].map((item) => [item.clientId, item]));
  return [...all.values()].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}
