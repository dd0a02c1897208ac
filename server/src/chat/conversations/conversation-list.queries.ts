import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { MessageRow } from '../messages/message.queries.ts';

/** A conversation from one participant's side, with that participant's follow and block. */
export interface ListedConversation {
  id: string;
  other_id: string;
  unread_count: number;
  last_seq: number | null;
  last_at: Date | null;
  /** `last_at` as text, with microseconds, for cursors. */
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

/** The list continues after this conversation. `at` is the time of its last message. */
export interface ConversationCursor {
  at: string;
  id: string;
}

export async function listConversationRows(
  ctx: Context,
  userId: string,
  page: { after: ConversationCursor | null; limit: number },
): Promise<ListedConversation[]> {
  const after = page.after
    ? sql`and (member.last_at, member.conversation_id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : sql``;
  const { rows } = await sql<ListedConversation>`
    ${listed} where member.user_id = ${userId} and member.last_at is not null ${after}
    order by member.last_at desc, member.conversation_id desc
    limit ${page.limit}`.execute(ctx.db.reads);
  return rows;
}

export async function findConversationRow(
  ctx: Context,
  userId: string,
  id: string,
): Promise<ListedConversation | undefined> {
  const { rows } = await sql<ListedConversation>`
    ${listed} where member.user_id = ${userId} and member.conversation_id = ${id}`.execute(
    ctx.db.reads,
  );
  return rows[0];
}

/**
 * Finds the message with number `last_seq` in each conversation, if it was not deleted. `began_at` is the time of the first
 * message, or null if there was none.
 */
export async function findLastMessages(
  ctx: Context,
  conversations: { id: string; last_seq: number | null }[],
) {
  const ids = conversations.map(({ id }) => id);
  const { rows } = await sql<
    { conversation_id: string; began_at: Date | null } & (
      | Omit<MessageRow, 'conversation_id'>
      | { id: null }
    )
  >`
    select conversations.id as conversation_id,
      case when conversations.last_seq > 0 then conversations.created_at end as began_at,
      message.id, message.seq, message.kind, message.sender_id, message.content, message.call, message.media_ids,
      message.client_id, message.created_at
    from unnest(${ids}::uuid[], ${conversations.map((each) => each.last_seq)}::int[]) as asked (id, seq)
    join conversations on conversations.id = asked.id
    left join messages message on message.conversation_id = conversations.id and message.seq = asked.seq
      and message.deleted_at is null
    where conversations.id = any(${ids}::uuid[])`.execute(ctx.db.reads);
  return rows;
}

/** A participant, with their side of the relationship to the viewer. */
export interface Participant {
  id: string;
  username: string;
  full_name: string;
  avatar: string | null;
  premium_until: Date | null;
  message_preference: string;
  /** Whether this person follows the viewer. */
  follows: boolean;
  blocks: boolean;
  /** Whether this person has written to the viewer. */
  wrote: boolean;
  /** The last message numbers that the viewer sees as delivered and as read. */
  delivered_seq: number;
  seen_seq: number;
}

/** Finds these people and the viewer. The database reads each person by their own shard key. */
export async function findParticipants(
  ctx: Context,
  viewerId: string,
  userIds: string[],
): Promise<Map<string, Participant>> {
  const { rows } = await sql<Participant>`
    select users.id, users.username, users.full_name, users.avatar, users.premium_until, users.message_preference,
      follows.follower_id is not null as follows, blocks.blocker_id is not null as blocks,
      coalesce(membership.has_written, false) as wrote, coalesce(membership.delivered_seq, 0) as delivered_seq,
      coalesce(membership.seen_seq, 0) as seen_seq
    from users
    left join follows on follows.follower_id = users.id and follows.followee_id = ${viewerId}
    left join blocks on blocks.blocker_id = users.id and blocks.blocked_id = ${viewerId}
    left join conversation_members membership on membership.user_id = users.id and membership.other_id = ${viewerId}
    where users.id = any(${[viewerId, ...userIds]}::uuid[])`.execute(ctx.db.reads);
  return new Map(rows.map((row) => [row.id, row]));
}
