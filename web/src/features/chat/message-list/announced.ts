import type { Message } from '@roost/contract/chat';
import type { Participant } from '../conversations/other-participant.ts';

/** What was read out of a thread. */
export interface Announced {
  /** The highest number so far: a message deleted makes none before it news again. */
  upTo: number;
  /** The latest, oldest first, each under a key of its own: two that say the same are read as two. */
  lines: readonly { key: string; text: string }[];
}

/** After a long time away nobody wants to hear all of it. */
const MOST_LINES = 5;

/** Nothing yet: what is there at the opening is no news. */
export function announcedUpTo(messages: readonly Message[]): Announced {
  return { upTo: messages.at(-1)?.number ?? 0, lines: [] };
}

/** With what has come in from this person since; the same object where nothing has. Messages oldest first. */
export function announced(
  before: Announced,
  messages: readonly Message[],
  person: Participant,
): Announced {
  const upTo = messages.at(-1)?.number ?? 0;
  if (upTo <= before.upTo) return before;
  const news = messages
    .filter(({ number, senderId }) => number > before.upTo && senderId._id === person._id)
    .map(({ _id, content }) => ({ key: _id, text: `${person.fullName}: ${content || 'Picture'}` }));
  return { upTo, lines: [...before.lines, ...news].slice(-MOST_LINES) };
}
