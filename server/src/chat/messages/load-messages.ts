import type { Context } from '../../kernel/context.ts';
import { countUnreadOf } from '../conversations/unread.queries.ts';
import { findMemberships } from '../conversations/membership.queries.ts';
import { findMessages, type MessageKey, type ShownMessage } from './message.queries.ts';

/** A message for one viewer. */
export interface MessageRequest extends MessageKey {
  viewerId: string;
}

/** A message as one viewer sees it, with that viewer's present unread counts. */
export interface LoadedMessage {
  viewerId: string;
  row: ShownMessage;
  unreadCount: number;
  unreadConversations: number;
}

/** Loads messages for several viewers. Sends at most four statements for any number of messages. */
export async function loadMessages(
  ctx: Context,
  requests: MessageRequest[],
): Promise<LoadedMessage[]> {
  const messages = new Map((await findMessages(ctx, requests)).map((row) => [row.id, row]));
  if (messages.size === 0) return [];
  const viewerIds = [...new Set(requests.map(({ viewerId }) => viewerId))];
  const conversationIds = [...new Set(requests.map((each) => each.conversationId))];
  const [own, unread] = await Promise.all([
    findMemberships(ctx, viewerIds, conversationIds),
    countUnreadOf(ctx, viewerIds),
  ]);
  const otherIds = requests.flatMap(
    ({ viewerId, conversationId }) => own.of(viewerId, conversationId)?.other_id ?? [],
  );
  const missing = [...new Set(otherIds)].filter((id) => !viewerIds.includes(id));
  const memberships = own.with(await findMemberships(ctx, missing, conversationIds));
  return requests.flatMap(({ viewerId, conversationId, id }) => {
    const message = messages.get(id);
    const row = message && memberships.shown(viewerId, message);
    const membership = memberships.of(viewerId, conversationId);
    if (!row || !membership) return [];
    return {
      viewerId,
      row,
      unreadCount: membership.unread_count,
      unreadConversations: unread.get(viewerId) ?? 0,
    };
  });
}
