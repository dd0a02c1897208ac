import * as words from '#words/chat';
import type { Message } from '@roost/contract/chat';
import type { Participant } from '../conversations/other-participant.ts';
import { callText } from '../call-text.ts';

/** The messages of a thread that screen readers have heard. */
export interface Announced {
  /** The highest number so far. It never falls, so a deletion does not announce older messages again. */
  upTo: number;
  /** The latest announcements, oldest first. Each has its own key, so equal texts are read separately. */
  lines: readonly { key: string; text: string }[];
}

/** After a long absence, a screen reader should not read every message. */
const MAX_ANNOUNCED_LINES = 5;

/** The state when a thread opens: its present messages count as announced. */
export function announcedUpTo(messages: readonly Message[]): Announced {
  return { upTo: messages.at(-1)?.number ?? 0, lines: [] };
}

/** Adds new messages from this person. Returns the same object if there are none. Messages are oldest first. */
export function announced(
  before: Announced,
  messages: readonly Message[],
  person: Participant,
): Announced {
  const upTo = messages.at(-1)?.number ?? 0;
  if (upTo <= before.upTo) return before;
  const news = messages
    .filter(({ number, senderId }) => number > before.upTo && senderId._id === person._id)
    .map((message) => ({ key: message._id, text: lineOf(message, person.fullName) }));
  return { upTo, lines: [...before.lines, ...news].slice(-MAX_ANNOUNCED_LINES) };
}

function lineOf({ content, call }: Message, name: string): string {
  const text = call ? callText(call) : content;
  return text === '' ? words.sentPicture({ name }) : words.sentText({ name, text });
}
