import type { Message } from '@roost/contract/chat';
import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../context.ts';
import { loadMedia, profilePicture, viewMedia } from '../../media/view-media.ts';
import { findToldMessages } from './told-messages.ts';
import type { ShownMessage } from './message.queries.ts';

/** Loaded messages as the viewer sees them; one statement where there are pictures, and else none. */
export async function viewMessageRows(
  ctx: MemberContext,
  rows: ShownMessage[],
): Promise<Message[]> {
  const media = await loadMedia(
    ctx,
    rows.flatMap((row) => row.media_ids),
  );
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
    media: row.media_ids.flatMap((id) => {
      const found = media.get(id);
      return found ? viewMedia(ctx, found, ctx.viewer.id) : [];
    }),
    readBy: row.is_read ? [row.receiver_id] : [],
    isRead: row.is_read,
    deliveryStatus: row.is_read ? 'read' : row.is_delivered ? 'delivered' : 'sent',
    ...(row.client_id && row.sender_id === ctx.viewer.id && { clientId: row.client_id }),
    createdAt: row.created_at.toISOString(),
  }));
}

export async function viewMessage(
  ctx: MemberContext,
  conversationId: string,
  id: string,
): Promise<Message> {
  const told = await findToldMessages(ctx, [{ viewerId: ctx.viewer.id, conversationId, id }]);
  const [view] = await viewMessageRows(
    ctx,
    told.map(({ row }) => row),
  );
  if (!view) throw new AppError('not_found', { message: 'Message not found.' });
  return view;
}
