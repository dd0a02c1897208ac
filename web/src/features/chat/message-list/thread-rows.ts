import type { Message } from '@roost/contract/chat';
import type { Media } from '@roost/contract/media';
import type { Queued } from '../outbox/outbox-rules.ts';

/** How far an own message has got. */
export type Mark = 'sending' | 'failed' | Message['deliveryStatus'];

/** One line of a thread: a message, sent or still on its way, and how it stands among the others. */
export interface ThreadRow {
  /** The same before and after it was sent. */
  key: string;
  isOwn: boolean;
  isCall: boolean;
  content: string;
  media: readonly Media[];
  createdAt: string;
  /** Of own ones only. */
  mark: Mark | undefined;
  message: Message | undefined;
  queued: Queued | undefined;
  /** Its day, where it is the first of it. */
  startsDay: boolean;
  /** Reading went on here when the thread was opened. */
  startsUnread: boolean;
  startsGroup: boolean;
  endsGroup: boolean;
  /** Time and mark stand under it. */
  showsTime: boolean;
}

/** Messages of one person no further apart than this look like one. */
const GROUP_MS = 5 * 60 * 1000;

interface Thread {
  viewerId: string;
  /** Oldest first. */
  messages: readonly Message[];
  queued: readonly Queued[];
  /** The id of the message reading went on at. */
  unreadId: string | undefined;
}

export function threadRows({ viewerId, messages, queued, unreadId }: Thread): ThreadRow[] {
  const sent = new Set(messages.flatMap(({ clientId }) => clientId ?? []));
  const alone = [
    ...messages.map((message) => rowOf(message, message.senderId._id === viewerId, unreadId)),
    ...queued.filter(({ clientId }) => !sent.has(clientId)).map(rowOfQueued),
  ];
  return alone.map((row, index) => placed(row, alone[index - 1], alone[index + 1]));
}

const unplaced = { startsDay: false, startsGroup: true, endsGroup: true, showsTime: true };

function rowOf(message: Message, isOwn: boolean, unreadId: string | undefined): ThreadRow {
  const { _id, clientId, kind, content, media, createdAt, deliveryStatus } = message;
  const isCall = kind === 'call';
  return {
    ...unplaced,
    key: clientId ?? _id,
    isOwn,
    isCall,
    content,
    media,
    createdAt,
    mark: isOwn && !isCall ? deliveryStatus : undefined,
    message,
    queued: undefined,
    startsUnread: _id === unreadId,
  };
}

function rowOfQueued(queued: Queued): ThreadRow {
  const { clientId, content, media, createdAt, problem } = queued;
  return {
    ...unplaced,
    key: clientId,
    isOwn: true,
    isCall: false,
    content,
    media,
    createdAt,
    mark: problem ? 'failed' : 'sending',
    message: undefined,
    queued,
    startsUnread: false,
  };
}

function placed(row: ThreadRow, before?: ThreadRow, after?: ThreadRow): ThreadRow {
  const endsGroup = !after || !belongs(row, after);
  return {
    ...row,
    startsDay: !before || !isSameDay(before.createdAt, row.createdAt),
    startsGroup: !before || !belongs(before, row),
    endsGroup,
    showsTime: endsGroup || row.mark !== after.mark,
  };
}

function belongs(one: ThreadRow, next: ThreadRow): boolean {
  return (
    one.isOwn === next.isOwn &&
    !one.isCall &&
    !next.isCall &&
    !next.startsUnread &&
    isSameDay(one.createdAt, next.createdAt) &&
    Date.parse(next.createdAt) - Date.parse(one.createdAt) < GROUP_MS
  );
}

export interface Unread {
  count: number;
  /** The newest message there was at the opening, by number. */
  upTo: number;
}

/** The message reading goes on at: of the other one's, the oldest that was unread. Undefined until it is loaded. */
export function firstUnread(
  messages: readonly Message[],
  viewerId: string,
  { count, upTo }: Unread,
): string | undefined {
  const received = messages.filter(
    // A call that was taken or declined is nothing one has yet to read.
    ({ senderId, number, call }) =>
      senderId._id !== viewerId && number <= upTo && (!call || call.outcome === 'missed'),
  );
  return count > 0 ? received.at(-count)?._id : undefined;
}

function isSameDay(one: string, other: string): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

const weekday = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});
const withYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** 'Today', 'Yesterday', 'Tuesday, March 4', with the year in other years than this. */
export function dayLabel(iso: string, now: number): string {
  const then = new Date(iso);
  const today = new Date(now);
  if (isSameDay(iso, today.toISOString())) return 'Today';
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (isSameDay(iso, yesterday.toISOString())) return 'Yesterday';
  return (then.getFullYear() === today.getFullYear() ? weekday : withYear).format(then);
}

export const timeLabel = (iso: string): string => clock.format(new Date(iso));
