import type { ServerEvents } from '@roost/contract/events';
import type { MemberContext } from '../context.ts';
import type { StreamEvents } from './stream-events.ts';

/** An event of the main socket, ready to be sent. */
export type Outgoing = {
  [Name in keyof ServerEvents]: {
    name: Name;
    payload: Parameters<ServerEvents[Name]>[0];
    /** For the socket that caused the entry, and for no other; that one gets nothing else of it. */
    isReceipt?: true;
  };
}[keyof ServerEvents];

export interface Numbered<Item> {
  seq: number;
  item: Item;
}

/**
 * What entries of one name become for the person they belong to, by their number: nothing where what is referred
 * to is gone, or no longer for their eyes. A fixed number of statements, whatever the number of entries.
 */
export type Present<Name extends keyof StreamEvents> = (
  ctx: MemberContext,
  entries: Numbered<StreamEvents[Name]>[],
) => Promise<Map<number, Outgoing[]>>;

export type Presenters = { [Name in keyof StreamEvents]: Present<Name> };
