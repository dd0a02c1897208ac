import type { Database } from '../../server/src/platform/database/client.ts';
import { HOUR, MINUTE, idAt, type Calendar } from './calendar.ts';
import { Chance } from './chance.ts';
import { chats, type ChatDraft } from './chat-drafts.ts';
import { memberCalled, type Member, type Members } from './members.ts';

export interface PlannedMessage {
  id: string;
  seq: number;
  sender: Member;
  text: string;
  /** Describes the picture, if the message has one. */
  shows: string | undefined;
  createdAt: Date;
}

export interface PlannedChat {
  id: string;
  /** Sorted by id. */
  pair: [low: Member, high: Member];
  messages: PlannedMessage[];
  /** The number of unread last messages. */
  unread: number;
}

/** Uses its own random generator, so that the rest of the plan does not depend on the conversations. */
export function planChats(members: Members, calendar: Calendar): PlannedChat[] {
  const chance = new Chance(2_207);
  return chats.map((draft) => {
    const times = timesOf(draft, calendar, chance);
    const messages = draft.lines.map(({ by, text, shows }, index) => {
      const createdAt = calendar.take(times[index] ?? calendar.now);
      const sender = memberCalled(members, by);
      return { id: idAt(createdAt), seq: index + 1, sender, text, shows, createdAt };
    });
    const [one, other] = draft.between.map((name) => memberCalled(members, name)) as [
      Member,
      Member,
    ];
    return {
      id: idAt(messages[0]?.createdAt ?? new Date(calendar.now)),
      pair: one.id < other.id ? [one, other] : [other, one],
      messages,
      unread: draft.unread ?? 0,
    };
  });
}

/** Computes the times backwards from the last message. */
function timesOf({ lines, hoursAgo }: ChatDraft, calendar: Calendar, chance: Chance): number[] {
  let moment = calendar.now - hoursAgo * HOUR;
  const backwards = lines.toReversed().map(({ hoursLater }) => {
    const at = moment;
    moment -= hoursLater ? hoursLater * HOUR : chance.between(MINUTE / 2, 6 * MINUTE);
    return at;
  });
  return backwards.reverse();
}

/** Writes the rows as `sendMessage` and the read receipts would. */
export async function writeChats(db: Database, planned: PlannedChat[]): Promise<void> {
  await db
    .insertInto('conversations')
    .values(
      planned.map(({ id, pair: [low, high], messages }) => ({
        id,
        low_id: low.id,
        high_id: high.id,
        last_seq: messages.length,
        created_at: messages[0]?.createdAt,
      })),
    )
    .execute();
  await db
    .insertInto('messages')
    .values(
      planned.flatMap(({ id, messages }) =>
        messages.map((message) => ({
          id: message.id,
          conversation_id: id,
          seq: message.seq,
          sender_id: message.sender.id,
          content: message.text,
          has_media: message.shows !== undefined,
          created_at: message.createdAt,
        })),
      ),
    )
    .execute();
  await db
    .insertInto('conversation_members')
    .values(planned.flatMap((chat) => chat.pair.map((member) => rowOfMember(chat, member))))
    .execute();
}

function rowOfMember({ id, pair, messages, unread }: PlannedChat, member: Member) {
  const last = messages.at(-1);
  const isReader = last?.sender !== member;
  const read = messages.length - (isReader ? unread : 0);
  return {
    user_id: member.id,
    conversation_id: id,
    other_id: (pair[0] === member ? pair[1] : pair[0]).id,
    unread_count: messages.filter(({ seq, sender }) => seq > read && sender !== member).length,
    read_seq: read,
    seen_seq: read,
    delivered_seq: messages.length,
    has_written: messages.some(({ sender }) => sender === member),
    last_seq: messages.length,
    last_at: last?.createdAt ?? null,
  };
}
