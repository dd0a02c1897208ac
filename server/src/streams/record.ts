import type { Context } from '../context.ts';
import { emit } from '../db/transaction.ts';
import type { StreamEntry } from './stream-events.ts';
import { insertEntries } from './stream.queries.ts';

/** Adds to people's streams as part of the open transaction; their tabs are told after the commit. */
export function record(tx: Context, entries: StreamEntry[]): void {
  if (entries.length > 0) emit(tx, { name: 'recorded', entries });
}

/**
 * All that one transaction recorded, added at its end: so the heads of streams are the last locks it takes, and
 * taken in one order.
 */
export async function addRecorded(
  tx: Context,
  recorded: { entries: StreamEntry[] }[],
): Promise<void> {
  const entries = recorded.flatMap((each) => each.entries);
  emit(tx, { name: 'streamsGrew', added: await insertEntries(tx, entries) });
}
