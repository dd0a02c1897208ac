import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { MessageRow } from '../messages/message.queries.ts';

/** A conversation as one of its two has it, with what stands on their side of it. */
export interface ListedConversation {
  id: string;
  other_id: string;
  unread_count: number;
  last_seq: number | null;
  last_at: Date | null;
  /** `last_at` to the last digit. */
  at: string | null;
  read_seq: number;
  delivered_seq: number;
  follows: boolean;
  blocks: boolean;
}

const listed = sql`
  select conversation_id as id, other_id, unread_count, last_seq, last_at, last_at::text as at, read_seq, delivered_seq,
    follows.follower_id is not null as follows, blocks.blocker_id is not null as blocks
  from conversation_members member
  left join follows on follows.follower_id = member.user_id and follows.followee_id = member.other_id
  left join blocks on blocks.blocker_id = member.user_id and blocks.blocked_id = member.other_id`;

/** Where the list goes on: after this one, which was written in then. */
export interface ConversationPlace {
  at: string;
  id: string;
}

export async function listConversationRows(
  ctx: Context,
  userId: string,
  page: { after: ConversationPlace | null; limit: number },
): Promise<ListedConversation[]> {
  const after = page.after
    ? sql`and (member.last_at, member.conversation_id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : sql``;
  const { rows } = await sql<ListedConversation>`
    ${listed} where member.user_id = ${userId} and member.last_at is not null ${after}
    order by member.last_at desc, member.conversation_id desc
    limit ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function findConversationRow(
  ctx: Context,
  userId: string,
  id: string,
): Promise<ListedConversation | undefined> {
  const { rows } = await sql<ListedConversation>`
    ${listed} where member.user_id = ${userId} and member.conversation_id = ${id}`.execute(ctx.db);
  return rows[0];
}

/** When these conversations began, and the message of each that has this number, if it is there. */
export async function findLastMessages(
  ctx: Context,
  conversations: { id: string; last_seq: number | null }[],
) {
  const ids = conversations.map(({ id }) => id);
  const { rows } = await sql<
    { conversation_id: string; began_at: Date } & (
      | Omit<MessageRow, 'conversation_id'>
      | { id: null }
    )
  >`
    select conversations.id as conversation_id, conversations.created_at as began_at, message.id, message.seq, message.kind,
      message.sender_id, message.content, message.call, message.media_ids, message.client_id, message.created_at
    from unnest(${ids}::uuid[], ${conversations.map((each) => each.last_seq)}::int[]) as asked (id, seq)
    join conversations on conversations.id = asked.id
    left join messages message on message.conversation_id = conversations.id and message.seq = asked.seq
      and message.deleted_at is null
    where conversations.id = any(${ids}::uuid[])`.execute(ctx.db);
  return rows;
}

/** Somebody the viewer may talk with, with what stands on their side. */
export interface Talker {
  id: string;
  username: string;
  full_name: string;
  avatar: string | null;
  premium_until: Date | null;
  message_preference: string;
  /** Of the viewer. */
  follows: boolean;
  blocks: boolean;
  /** Has written to the viewer. */
  wrote: boolean;
  /** How far the viewer is told that they have received and read. */
  delivered_seq: number;
  seen_seq: number;
}

/** These people, and the viewer; each by their own key. */
export async function findTalkers(
  ctx: Context,
  viewerId: string,
  userIds: string[],
): Promise<Map<string, Talker>> {
  const { rows } = await sql<Talker>`
    select users.id, users.username, users.full_name, users.avatar, users.premium_until, users.message_preference,
      follows.follower_id is not null as follows, blocks.blocker_id is not null as blocks,
      coalesce(place.has_written, false) as wrote, coalesce(place.delivered_seq, 0) as delivered_seq,
      coalesce(place.seen_seq, 0) as seen_seq
    from users
    left join follows on follows.follower_id = users.id and follows.followee_id = ${viewerId}
    left join blocks on blocks.blocker_id = users.id and blocks.blocked_id = ${viewerId}
    left join conversation_members place on place.user_id = users.id and place.other_id = ${viewerId}
    where users.id = any(${[viewerId, ...userIds]}::uuid[])`.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
}
