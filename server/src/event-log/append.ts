import type { Context } from '../kernel/context.ts';
import type { PayloadOf } from '../kernel/events.ts';
import { emit } from '../platform/database/transaction.ts';
import type { LogEntry, NewEntry } from './entries.ts';
import { entriesAppended, entriesQueued, personEntriesAppended } from './event-log.events.ts';
import { insertEntries } from './event-log.queries.ts';

/** Appends to people's event logs at the end of the open transaction. Delivery to their tabs follows the commit. */
export function append(tx: Context, entries: NewEntry[]): void {
  if (entries.length > 0) emit(tx, entriesQueued, { entries });
}

/** Inserts all entries of one transaction at its end. So the heads of event logs are its last locks, taken in one order. */
export async function appendQueued(
  tx: Context,
  queued: PayloadOf<typeof entriesQueued>[],
): Promise<void> {
  const entries = queued.flatMap((each) => each.entries);
  emit(tx, entriesAppended, { added: await insertEntries(tx, entries) });
}

/**
 * Delivers entries after the commit, but does not append them: a function of the database has done so in this transaction. The
 * caller builds the same items as the function, because returned items would be one more column and its parsing in each send.
 */
export function deliverAppended(
  tx: Context,
  entries: readonly (LogEntry & { userId: string })[],
): void {
  const added = Map.groupBy(entries, ({ userId }) => userId);
  if (added.size > 0) emit(tx, entriesAppended, { added });
}

/** Publishes appended entries to the nodes where these people have sockets. An inlined payload stays in this process. */
export function publishEntries(
  { cluster }: Context,
  { added }: PayloadOf<typeof entriesAppended>,
): void {
  if (cluster.isAlone) return;
  for (const [userId, entries] of added) {
    const rows = entries.map(({ seq, name, item, sent_by }) => ({ seq, name, item, sent_by }));
    cluster.publish(userId, personEntriesAppended, { rows });
  }
}
