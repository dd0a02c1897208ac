import type { Conversation } from '@roost/contract/chat';
import type { Context, MemberContext } from '../../context.ts';
import { canCall, canMessage, type Reachable } from '../../users/contact.ts';
import { viewPremium } from '../../users/premium.ts';
import { viewName } from '../../users/view-users.ts';
import type { MessageRow, ShownMessage } from '../messages/message.queries.ts';
import { viewMessageRows } from '../messages/view-messages.ts';
import {
  findLastMessages,
  findTalkers,
  type ListedConversation,
  type Talker,
} from './conversation-list.queries.ts';

/** Conversations of the viewer's, in this order; two statements, whatever their number, and one where there are pictures. */
export async function viewConversations(
  ctx: MemberContext,
  rows: ListedConversation[],
): Promise<Conversation[]> {
  if (rows.length === 0) return [];
  const { id: viewerId } = ctx.viewer;
  const [talkers, last] = await Promise.all([
    findTalkers(
      ctx,
      viewerId,
      rows.map((row) => row.other_id),
    ),
    findLastMessages(ctx, rows),
  ]);
  const viewer = talkers.get(viewerId);
  const lastOf = new Map(last.map((row) => [row.conversation_id, row]));
  const shown = rows.flatMap((row) => {
    const message = lastOf.get(row.id);
    const other = talkers.get(row.other_id);
    if (!viewer || !other || !message || message.id === null) return [];
    return showLast(message, { row, viewer, other });
  });
  const views = new Map(
    (await viewMessageRows(ctx, shown)).map((view) => [view.conversationId, view]),
  );
  return rows.flatMap((row) => {
    const other = talkers.get(row.other_id);
    const beganAt = lastOf.get(row.id)?.began_at;
    if (!viewer || !other || !beganAt) return [];
    const person = reachable(row, other);
    return {
      _id: row.id,
      participants: [viewParticipant(ctx, viewer), viewParticipant(ctx, other)],
      lastMessage: views.get(row.id) ?? null,
      updatedAt: (row.last_at ?? beganAt).toISOString(),
      createdAt: beganAt.toISOString(),
      currentUserUnreadCount: row.unread_count,
      canMessage: canMessage(viewerId, person),
      canCall: canCall(viewerId, person),
    };
  });
}

function showLast(
  message: MessageRow,
  { row, viewer, other }: { row: ListedConversation; viewer: Talker; other: Talker },
): ShownMessage {
  const isOwn = message.sender_id === viewer.id;
  const { username, avatar } = isOwn ? viewer : other;
  const [received, read] = isOwn
    ? [other.delivered_seq, other.seen_seq]
    : [row.delivered_seq, row.read_seq];
  return {
    ...message,
    username,
    avatar,
    receiver_id: isOwn ? other.id : viewer.id,
    is_delivered: received >= message.seq,
    is_read: read >= message.seq,
  };
}

/** What decides who may reach the other one, put together from both sides. */
export function reachable(
  row: Pick<ListedConversation, 'follows' | 'blocks'>,
  other: Talker,
): Reachable {
  const { id, follows, blocks, wrote } = other;
  const relation = { follows: row.follows, blocks: row.blocks, followed_by: follows, wrote };
  return { user: other, relation: { ...relation, id, blocked_by: blocks } };
}

/** Also across a block: what was said stays readable, and so does by whom. */
function viewParticipant(ctx: Context, user: Talker): Conversation['participants'][number] {
  return { ...viewName(ctx, user), premium: viewPremium(user) };
}
