import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { narrow, one, rows, type Row } from '../../platform/database/query.ts';
import { isJoinedHidden, joinHidden, shownName } from '../../users/hidden-user.queries.ts';
import type { UnknownAs } from '../../users/user.queries.ts';
import { joinedMessage } from '../messages/message.queries.ts';

const listedConversation = {
  id: 'uuid',
  other_id: 'uuid',
  unread_count: 'int4',
  last_seq: 'int4?',
  last_at: 'timestamptz?',
  /** `last_at` as text, with microseconds, for cursors. */
  at: 'text?',
  read_seq: 'int4',
  delivered_seq: 'int4',
  follows: 'bool',
  blocks: 'bool',
} as const;

/** A conversation from one participant's side, with that participant's follow and block. */
export type ListedConversation = Row<typeof listedConversation>;

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
  return rows(
    ctx.db.reads,
    listedConversation,
    sql`${listed} where member.user_id = ${userId} and member.last_at is not null ${after}
      order by member.last_at desc, member.conversation_id desc
      limit ${page.limit}`,
  );
}

export async function findConversationRow(
  ctx: Context,
  userId: string,
  id: string,
): Promise<ListedConversation | undefined> {
  return one(
    ctx.db.reads,
    listedConversation,
    sql`${listed} where member.user_id = ${userId} and member.conversation_id = ${id}`,
  );
}

const lastMessage = {
  ...joinedMessage,
  conversation_id: 'uuid',
  began_at: 'timestamptz?',
} as const;

/**
 * Finds the message with number `last_seq` in each conversation, if it was not deleted. `began_at` is the time of the first
 * message, or null if there was none. `isMessage` tells whether a row has a message.
 */
export async function findLastMessages(
  ctx: Context,
  conversations: { id: string; last_seq: number | null }[],
) {
  const ids = conversations.map(({ id }) => id);
  return rows(
    ctx.db.reads,
    lastMessage,
    sql`select conversations.id as conversation_id,
        case when conversations.last_seq > 0 then conversations.created_at end as began_at,
        message.id, message.seq, message.kind, message.sender_id, message.content, message.call, message.media_ids,
        message.client_id, message.created_at
      from unnest(${ids}::uuid[], ${conversations.map((each) => each.last_seq)}::int[]) as asked (id, seq)
      join conversations on conversations.id = asked.id
      left join messages message on message.conversation_id = conversations.id and message.seq = asked.seq
        and message.deleted_at is null
      where conversations.id = any(${ids}::uuid[])`,
  );
}

const participant = {
  id: 'uuid',
  username: 'text',
  full_name: 'text',
  avatar: 'text?',
  premium_until: 'timestamptz?',
  message_preference: 'text',
  send_typing: 'bool',
  unknown_as: narrow<UnknownAs>('text?'),
  /** Whether this person follows the viewer. */
  follows: 'bool',
  /** Also true for a hidden person. */
  blocks: 'bool',
  is_hidden: 'bool',
  /** Whether this person has written to the viewer. */
  wrote: 'bool',
  /** The last message numbers that the viewer sees as delivered and as read. */
  delivered_seq: 'int4',
  seen_seq: 'int4',
} as const;

/** A participant, with their side of the relationship to the viewer. */
export type Participant = Row<typeof participant>;

/** Finds these people and the viewer. The database reads each person by their own shard key. */
export async function findParticipants(
  ctx: Context,
  viewerId: string,
  userIds: string[],
): Promise<Map<string, Participant>> {
  const ids = [viewerId, ...userIds];
  const found = await rows(
    ctx.db.reads,
    participant,
    sql`select users.id, ${shownName.username}, ${shownName.fullName}, ${shownName.avatar}, users.premium_until, users.message_preference,
        users.send_typing, users.unknown_as,
        follows.follower_id is not null as follows, blocks.blocker_id is not null or ${isJoinedHidden} as blocks,
        ${isJoinedHidden} as is_hidden,
        coalesce(membership.has_written, false) as wrote, coalesce(membership.delivered_seq, 0) as delivered_seq,
        coalesce(membership.seen_seq, 0) as seen_seq
      from users ${joinHidden(ids)}
      left join follows on follows.follower_id = users.id and follows.followee_id = ${viewerId}
      left join blocks on blocks.blocker_id = users.id and blocks.blocked_id = ${viewerId}
      left join conversation_members membership on membership.user_id = users.id and membership.other_id = ${viewerId}
      where users.id = any(${ids}::uuid[])`,
  );
  return new Map(found.map((row) => [row.id, row]));
}
