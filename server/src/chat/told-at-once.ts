import type { DomainEvent } from '../domain-events.ts';
import type { StreamEvents } from '../streams/stream-events.ts';
import type { StreamRow } from '../streams/stream.queries.ts';
import type { ShownMessage } from './messages/message.queries.ts';

export interface Unread {
  unreadCount: number;
  unreadConversations: number;
}

/** What an entry needs to be shown to the person it belongs to, as it is for this entry. */
interface Known {
  message: Unread & { row: ShownMessage };
  unread: Unread;
}

/**
 * What is known of entries that this process has just added, by their items: told at once they need not be read again. It
 * lasts no longer than the news of them; what changes later is an entry after it.
 */
const known = new WeakMap<object, unknown>();

export function knownOf<Name extends keyof Known>(
  _name: Name,
  item: StreamEvents[Name],
): Known[Name] | undefined {
  return known.get(item) as Known[Name] | undefined;
}

/** An entry as a function of the database has added it. */
export function entry<Name extends keyof StreamEvents>(
  name: Name,
  seq: number,
  item: StreamEvents[Name],
  sentBy: string | null = null,
  knownOfIt?: Name extends keyof Known ? Known[Name] : never,
): StreamRow {
  if (knownOfIt) known.set(item, knownOfIt);
  return { seq, name, item, sent_by: sentBy };
}

/** The news of entries that were added, each to the stream of one person. */
export function growth(
  added: ([userId: string, row: StreamRow] | false)[],
): Extract<DomainEvent, { name: 'streamsGrew' }> {
  return {
    name: 'streamsGrew',
    added: new Map(added.flatMap((each) => (each ? [[each[0], [each[1]]] as const] : []))),
  };
}
