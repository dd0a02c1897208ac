import type { MemberContext } from '../../kernel/context.ts';
import { loadMessages } from '../../chat/messages/load-messages.ts';
import { profilePictureUrl } from '../../users/profile-picture.ts';
import { missedCall } from './present-call-push.ts';
import { findPeopleOfPush, type PresentedPush } from './push-people.ts';
import { wordsFor } from './push-text.ts';

/** Presents a message that the viewer has not read. A missed call is the message of its call. */
export async function presentMessagePush(
  ctx: MemberContext,
  { messageId, conversationId }: { messageId: string; conversationId: string },
): Promise<PresentedPush | null> {
  const keys = [{ id: messageId, conversationId }];
  const [loaded] = await loadMessages(ctx, ctx.viewer.id, keys);
  if (!loaded || loaded.row.sender_id === ctx.viewer.id || loaded.row.is_read) return null;
  const { row, unreadCount } = loaded;
  const people = await findPeopleOfPush(ctx, { actorId: row.sender_id, conversationId });
  if (!people) return null;
  const { actor, reader } = people;
  if (row.call)
    return row.call.outcome === 'missed' ? missedCall(ctx, row.call.media, people) : null;
  // The first messages of a stranger are a request, of which no push tells.
  if (!actor.relationship.follows && !reader.hasWritten) return null;
  const words = wordsFor(reader.language);
  const { full_name: name, avatar } = actor.user;
  return {
    language: reader.language,
    text: {
      kind: 'messages',
      title: unreadCount > 1 ? words.newMessagesFrom({ name, count: unreadCount }) : name,
      body: row.content.trim() === '' ? words.picture : row.content,
      tag: `conversation ${conversationId}`,
      opens: { page: 'chat', userId: row.sender_id },
      icon: profilePictureUrl(ctx, avatar, 320),
    },
  };
}
