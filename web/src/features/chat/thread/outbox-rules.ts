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

/** What becomes of a message that could not be sent, after so many tries. */
export function judge(error: unknown, tries: number): Verdict {
  const inMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
  if (!(error instanceof ApiError)) return { type: 'failed', problem: 'Something went wrong.' };
  if (passing.includes(error.code)) return { type: 'later', inMs };
  if (error.status >= 500 && tries < MOST_FAULTS) return { type: 'later', inMs };
  // It was sent, and deleted in another tab before its answer came.
  if (error.code === 'conflict') return { type: 'gone' };
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
    ) && Array.isArray(media)
  );
}

/** Both, each message once, in the order they were written. */
export function joined(one: readonly Queued[], other: readonly Queued[]): Queued[] {
  const all = new Map([...one, ...other].map((item) => [item.clientId, item]));
  return [...all.values()].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}
