import { z } from 'zod';
import { defineEvent } from '../kernel/events.ts';
import { defineMessage } from '../kernel/messages.ts';
import type { LogEntry, NewEntry } from './entries.ts';

/** Entries that the transaction appends to event logs at its end. */
export const entriesQueued = defineEvent<{ entries: NewEntry[] }>('entriesQueued');

/** The appended entries, by person. */
export const entriesAppended = defineEvent<{ added: ReadonlyMap<string, LogEntry[]> }>(
  'entriesAppended',
);

const rows = z.array(
  z.object({
    seq: z.int(),
    name: z.string(),
    item: z.looseObject({}),
    sent_by: z.string().nullable(),
  }),
);

/** The entries appended to one person's event log, for the nodes where this person has sockets. */
export const personEntriesAppended = defineMessage(
  'entriesAppended',
  z.object({ rows: rows as z.ZodType as z.ZodType<LogEntry[]> }),
);
