import type { Message } from '@roost/contract/chat';
import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../context.ts';
import { profilePicture, viewMedia } from '../../media/view-media.ts';
import { findMediaOfMessages } from './message-media.queries.ts';
import { findMessageRows, type ShownMessage } from './message.queries.ts';

async function present(ctx: MemberContext, rows: ShownMessage[]): Promise<Message[]> {
  const withMedia = rows.filter((row) => row.has_media).map((row) => row.id);
  const found = withMedia.length > 0 ? await findMediaOfMessages(ctx, withMedia) : [];
  const media = Map.groupBy(found, (row) => row.message_id);
  return rows.map((row) => ({
    _id: row.id,
    conversationId: row.conversation_id,
    number: row.seq,
    kind: row.kind,
    senderId: {
      _id: row.sender_id,
      username: row.username,
      avatar: profilePicture(ctx, row.avatar, 320),
    },
    content: row.content,
    ...(row.call && { call: row.call }),
    media: (media.get(row.id) ?? []).map((each) => viewMedia(ctx, each, ctx.viewer.id)),
    readBy: row.is_read ? [row.receiver_id] : [],
    isRead: row.is_read,
    deliveryStatus: row.is_read ? 'read' : row.is_delivered ? 'delivered' : 'sent',
    ...(row.client_id && row.sender_id === ctx.viewer.id && { clientId: row.client_id }),
    createdAt: row.created_at.toISOString(),
  }));
}

/** Those of these that are there for the viewer, by their id; at most two statements, whatever their number. */
export async function viewMessagesById(
  ctx: MemberContext,
  ids: string[],
): Promise<Map<string, Message>> {
  const views = await present(ctx, await findMessageRows(ctx, ctx.viewer.id, ids));
  return new Map(views.map((view) => [view._id, view]));
}

export async function viewMessage(ctx: MemberContext, id: string): Promise<Message> {
  const view = (await viewMessagesById(ctx, [id])).get(id);
  if (!view) throw new AppError('not_found', { message: 'Message not found.' });
  return view;
}
