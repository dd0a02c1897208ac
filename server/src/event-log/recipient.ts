import type { MemberSocket } from '../platform/sockets/publish.ts';
import { MAX_ENTRIES_PER_READ } from './event-log.queries.ts';
import type { LogEntry } from './entries.ts';

/** The open sockets of one person on this node, each at its own position in the person's event log. */
export interface Recipient {
  /** The last entry that each socket got. */
  readonly positions: Map<MemberSocket, number>;
  /** Sockets with too many queued packets. Delivery to each goes on after its queue is drained. */
  readonly full: Set<MemberSocket>;
  isRunning: boolean;
  /** When this process heard of the first entry that it has not delivered yet, by the monotonic clock. */
  pendingSince: number | null;
  /** The log has, or may have, entries that were not read yet. */
  isStale: boolean;
  /** Received entries in order and without a gap. If they follow a position directly, no read is necessary. */
  received: LogEntry[];
  /** The spans that appended entries which are not delivered yet, if traces are on. */
  causes: string[];
}

export function makeRecipient(): Recipient {
  return {
    positions: new Map(),
    full: new Set(),
    isRunning: false,
    pendingSince: null,
    isStale: false,
    received: [],
    causes: [],
  };
}

/** The sockets that are not full, with their positions. */
export function readyPositions({ positions, full }: Recipient): [MemberSocket, number][] {
  return [...positions].filter(([socket]) => !full.has(socket));
}

/** Keeps received entries. If there is a gap before them, it marks the log for a read instead. */
export function keep(recipient: Recipient, rows: LogEntry[]): void {
  const first = rows[0]?.seq ?? 0;
  const before = recipient.received.at(-1)?.seq ?? first - 1;
  if (first === before + 1 && recipient.received.length + rows.length <= MAX_ENTRIES_PER_READ)
    recipient.received.push(...rows);
  else {
    recipient.received = [];
    recipient.isStale = true;
  }
}

/** Takes the received entries out if they continue this position. Returns null if a read is necessary. */
export function takeReceivedAfter(recipient: Recipient, from: number): LogEntry[] | null {
  const { received } = recipient;
  recipient.received = [];
  const first = received[0]?.seq ?? 0;
  const last = received.at(-1)?.seq ?? 0;
  // A late report: these entries were read already.
  if (received.length > 0 && last <= from && !recipient.isStale) return [];
  return received.length > 0 && first <= from + 1 && last > from ? received : null;
}
