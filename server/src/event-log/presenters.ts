import type { ServerEvents } from '@roost/contract/events';
import type { MemberContext } from '../kernel/context.ts';
import type { EntryItems } from './entries.ts';

/** An event of the main socket, ready to be sent. */
export type Outgoing = {
  [Name in keyof ServerEvents]: {
    name: Name;
    payload: Parameters<ServerEvents[Name]>[0];
    /** Only the socket that caused the entry gets this. That socket gets nothing else of the entry. */
    isReceipt?: true;
  };
}[keyof ServerEvents];

export interface Numbered<Item> {
  seq: number;
  item: Item;
  /** The rows that the presenter would read. See `LogEntry`. */
  inlined?: unknown;
}

/** The context of a delivery to sockets of one kind. */
export interface DeliveryContext extends MemberContext {
  /** The clients know the extended types of notifications. */
  isExtended: boolean;
}

/**
 * Turns entries of one name into events for the owner of the log, by entry number. An entry gives no event if its subject
 * was deleted or is hidden from the owner. A presenter takes a fixed number of statements for any number of entries.
 */
export type Present<Name extends keyof EntryItems> = (
  ctx: DeliveryContext,
  entries: Numbered<EntryItems[Name]>[],
) => Promise<Map<number, Outgoing[]>>;

export type Presenters = { [Name in keyof EntryItems]: Present<Name> };
