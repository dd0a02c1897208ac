import type { Conversation } from '@roost/contract/chat';
import type { Context, MemberContext } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { canCall, canMessage, type ContactTarget } from '../../users/contact.ts';
import { presentPremium } from '../../auth/premium.ts';
import { presentLinksState } from '../../users/new-accounts/present-links-state.ts';
import { presentName } from '../../users/present-users.ts';
import { isMessage, type MessageRow, type ShownMessage } from '../messages/message.queries.ts';
import { presentMessages } from '../messages/present-messages.ts';
import {
  findLastMessages,
  findParticipants,
  type ListedConversation,
  type Participant,
} from './conversation-list.queries.ts';

/**
 * Presents conversations of the viewer in the given order. Sends two statements for any number of conversations, and a
 * third one if messages have pictures.
 */
export async function presentConversations(
  ctx: MemberContext,
  rows: ListedConversation[],
): Promise<Conversation[]> {
  if (rows.length === 0) return [];
  const { id: viewerId } = ctx.viewer;
  const [participants, lastRows] = await Promise.all([
    findParticipants(
      ctx,
      viewerId,
      rows.map((row) => row.other_id),
    ),
    findLastMessages(ctx, rows),
  ]);
  const viewer = participants.get(viewerId);
  const lastOf = new Map(lastRows.map((row) => [row.conversation_id, row]));
  const shown = rows.flatMap((row) => {
    const message = lastOf.get(row.id);
    const other = participants.get(row.other_id);
    if (!viewer || !other || !message || !isMessage(message)) return [];
    return showLast(message, { row, viewer, other });
  });
  const views = new Map(
    (await presentMessages(ctx, shown)).map((view) => [view.conversationId, view]),
  );
  return rows.flatMap((row) => {
    const other = participants.get(row.other_id);
    const last = lastOf.get(row.id);
    if (!viewer || !other || !last) return [];
    return presentConversation(ctx, row, {
      viewer,
      other,
      beganAt: last.began_at,
      lastMessage: views.get(row.id) ?? null,
    });
  });
}

function presentConversation(
  ctx: MemberContext,
  row: ListedConversation,
  loaded: {
    viewer: Participant;
    other: Participant;
    beganAt: Date | null;
    lastMessage: Conversation['lastMessage'];
  },
): Conversation {
  const { viewer, other, lastMessage } = loaded;
  // An empty conversation shows the present time. Its creation time would reveal that the other person opened it.
  const beganAt = loaded.beganAt ?? new Date(wallClock());
  const person = contactTarget(row, other);
  return {
    _id: row.id,
    participants: [
      presentParticipant(ctx, viewer),
      { ...presentParticipant(ctx, other), ...presentLinksState(ctx, other, row.follows) },
    ],
    lastMessage,
    updatedAt: (row.last_at ?? beganAt).toISOString(),
    createdAt: beganAt.toISOString(),
    currentUserUnreadCount: row.unread_count,
    canMessage: canMessage(viewer.id, person),
    canCall: canCall(viewer.id, person),
  };
}

function showLast(
  message: MessageRow,
  { row, viewer, other }: { row: ListedConversation; viewer: Participant; other: Participant },
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

/** Joins both sides of a relationship into the input of `canMessage` and `canCall`. */
export function contactTarget(
  row: Pick<ListedConversation, 'follows' | 'blocks'>,
  other: Participant,
): ContactTarget {
  const { id, follows, blocks, wrote } = other;
  const relationship = { follows: row.follows, blocks: row.blocks, followed_by: follows, wrote };
  return { user: other, relationship: { ...relationship, id, blocked_by: blocks } };
}

/** Presents a participant, also after a block, because the messages and their authors stay readable. */
function presentParticipant(ctx: Context, user: Participant): Conversation['participants'][number] {
  return { ...presentName(ctx, user), premium: presentPremium(user) };
}
