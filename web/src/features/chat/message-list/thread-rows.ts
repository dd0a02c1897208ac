import * as words from '#words/chat';
import { startOfDay } from '../../../lib/format/days.ts';
import { dateFormat } from '../../../lib/locale.ts';
import type { Message } from '@roost/contract/chat';
import type { Media } from '@roost/contract/media';
import { callText } from '../call-text.ts';
import type { Queued } from '../outbox/message-outbox.ts';

/** The status of the viewer's own message. */
export type MessageStatus = 'sending' | 'failed' | Message['deliveryStatus'];

/** A row of a thread: a sent or queued message, and its position among its neighbours. */
export interface ThreadRow {
  /** Does not change when the message is sent. */
  key: string;
  isOwn: boolean;
  isCall: boolean;
  content: string;
  media: readonly Media[];
  createdAt: string;
  /** Only own messages have one. */
  status: MessageStatus | undefined;
  message: Message | undefined;
  queued: Queued | undefined;
  /** The message is the first of its day. */
  startsDay: boolean;
  /** The message was the first unread one when the thread opened. */
  startsUnread: boolean;
  startsGroup: boolean;
  endsGroup: boolean;
  /** Time and status appear under the message. */
  showsTime: boolean;
}

/** Messages of one person within this time of each other form a group. */
const GROUP_MS = 5 * 60 * 1000;

interface Thread {
  viewerId: string;
  /** Oldest first. */
  messages: readonly Message[];
  queued: readonly Queued[];
  /** The id of the first unread message. */
  unreadId: string | undefined;
}

export function threadRows({ viewerId, messages, queued, unreadId }: Thread): ThreadRow[] {
  const sent = new Set(messages.flatMap(({ clientId }) => clientId ?? []));
  const unpositioned = [
    ...messages.map((message) => rowOf(message, message.senderId._id === viewerId, unreadId)),
    ...queued.filter(({ clientId }) => !sent.has(clientId)).map(rowOfQueued),
  ];
  return unpositioned.map((row, index) =>
    withPosition(row, unpositioned[index - 1], unpositioned[index + 1]),
  );
}

const defaultPosition = { startsDay: false, startsGroup: true, endsGroup: true, showsTime: true };

function rowOf(message: Message, isOwn: boolean, unreadId: string | undefined): ThreadRow {
  const { _id, clientId, kind, content, call, media, createdAt, deliveryStatus } = message;
  const isCall = kind === 'call';
  return {
    ...defaultPosition,
    key: clientId ?? _id,
    isOwn,
    isCall,
    content: call ? callText(call) : content,
    media,
    createdAt,
    status: isOwn && !isCall ? deliveryStatus : undefined,
    message,
    queued: undefined,
    startsUnread: _id === unreadId,
  };
}

function rowOfQueued(queued: Queued): ThreadRow {
  const { clientId, content, media, createdAt, problem } = queued;
  return {
    ...defaultPosition,
    key: clientId,
    isOwn: true,
    isCall: false,
    content,
    media,
    createdAt,
    status: problem ? 'failed' : 'sending',
    message: undefined,
    queued,
    startsUnread: false,
  };
}

function withPosition(row: ThreadRow, before?: ThreadRow, after?: ThreadRow): ThreadRow {
  const endsGroup = !after || !isSameGroup(row, after);
  return {
    ...row,
    startsDay: !before || !isSameDay(before.createdAt, row.createdAt),
    startsGroup: !before || !isSameGroup(before, row),
    endsGroup,
    showsTime: endsGroup || row.status !== after.status,
  };
}

function isSameGroup(one: ThreadRow, next: ThreadRow): boolean {
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
  /** The number of the newest message when the thread opened. */
  upTo: number;
}

/** Returns the id of the oldest unread message. Undefined until it is loaded, or if there is none. */
export function firstUnread(
  messages: readonly Message[],
  viewerId: string,
  { count, upTo }: Unread,
): string | undefined {
  const received = messages.filter(
    // An answered or declined call is not unread.
    ({ senderId, number, call }) =>
      senderId._id !== viewerId && number <= upTo && (!call || call.outcome === 'missed'),
  );
  return count > 0 ? received.at(-count)?._id : undefined;
}

function isSameDay(one: string, other: string): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

const weekday = dateFormat({
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});
const withYear = dateFormat({ dateStyle: 'long' });
const clock = dateFormat({ timeStyle: 'short' });

/** Returns 'Today', 'Yesterday' or a date such as 'Tuesday, March 4', with the year if it is not this one. */
export function dayLabel(iso: string, now: number): string {
  const then = new Date(iso);
  const day = startOfDay(then.getTime());
  if (day === startOfDay(now)) return words.today;
  if (day === startOfDay(now, -1)) return words.yesterday;
  return (then.getFullYear() === new Date(now).getFullYear() ? weekday : withYear).format(then);
}

export const timeLabel = (iso: string): string => clock.format(new Date(iso));
