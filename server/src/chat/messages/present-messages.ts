import type { Message } from '@roost/contract/chat';
import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { loadMedia, presentMedia } from '../../media/present-media.ts';
import { profilePictureUrl } from '../../users/profile-picture.ts';
import { loadMessages } from './load-messages.ts';
import type { ShownMessage } from './message.queries.ts';

/** Presents loaded messages. Sends one statement if messages have pictures, and otherwise none. */
export async function presentMessages(
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
      avatar: profilePictureUrl(ctx, row.avatar, 320),
    },
    content: row.content,
    ...(row.call && { call: row.call }),
    media: row.media_ids.flatMap((id) => {
      const found = media.get(id);
      return found ? presentMedia(ctx, found, ctx.viewer.id) : [];
    }),
    readBy: row.is_read ? [row.receiver_id] : [],
    isRead: row.is_read,
    deliveryStatus: row.is_read ? 'read' : row.is_delivered ? 'delivered' : 'sent',
    ...(row.client_id && row.sender_id === ctx.viewer.id && { clientId: row.client_id }),
    createdAt: row.created_at.toISOString(),
  }));
}

/** Loads and presents one message. Throws `not_found`. */
export async function presentMessage(
  ctx: MemberContext,
  conversationId: string,
  id: string,
): Promise<Message> {
  const loaded = await loadMessages(ctx, ctx.viewer.id, [{ conversationId, id }]);
  const [view] = await presentMessages(
    ctx,
    loaded.map(({ row }) => row),
  );
  if (!view) throw new AppError('not_found', { message: 'Message not found.' });
  return view;
}
