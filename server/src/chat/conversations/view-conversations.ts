import type { Conversation } from '@roost/contract/chat';
import type { Context, MemberContext } from '../../context.ts';
import { canCall, canMessage } from '../../users/contact.ts';
import { viewPremium } from '../../users/premium.ts';
import { loadPeople, viewName, type Person } from '../../users/view-users.ts';
import { viewMessagesById } from '../messages/view-messages.ts';
import type { ListedConversation } from './conversation-list.queries.ts';

/** Conversations of the viewer's, in this order; four statements, whatever their number. */
export async function viewConversations(
  ctx: MemberContext,
  rows: ListedConversation[],
): Promise<Conversation[]> {
  const [people, messages] = await Promise.all([
    loadPeople(ctx, [ctx.viewer.id, ...rows.map((row) => row.other_id)]),
    viewMessagesById(
      ctx,
      rows.flatMap((row) => row.last_message_id ?? []),
    ),
  ]);
  const viewer = people.get(ctx.viewer.id);
  return rows.flatMap((row) => {
    const other = people.get(row.other_id);
    if (!viewer || !other) return [];
    return {
      _id: row.id,
      participants: [viewParticipant(ctx, viewer), viewParticipant(ctx, other)],
      lastMessage: (row.last_message_id && messages.get(row.last_message_id)) || null,
      updatedAt: (row.last_at ?? row.created_at).toISOString(),
      createdAt: row.created_at.toISOString(),
      currentUserUnreadCount: row.unread_count,
      canMessage: canMessage(ctx.viewer.id, other),
      canCall: canCall(ctx.viewer.id, other),
    };
  });
}

/** Also across a block: what was said stays readable, and so does by whom. */
function viewParticipant(ctx: Context, { user }: Person): Conversation['participants'][number] {
  return { ...viewName(ctx, user), premium: viewPremium(user) };
}
