import type { Context } from '../../context.ts';
import { countUnreadOf } from '../conversations/member.queries.ts';
import { findPlaces } from '../conversations/place.queries.ts';
import { findMessages, type MessageKey, type ShownMessage } from './message.queries.ts';

/** A message, and who is to see it. */
export interface Wanted extends MessageKey {
  viewerId: string;
}

/** As one may see it when it is told: with what is unread for them now. */
export interface ToldMessage {
  viewerId: string;
  row: ShownMessage;
  unreadCount: number;
  unreadConversations: number;
}

/** Messages for several people at once, each as they may see it; four statements at most, whatever their number. */
export async function findToldMessages(ctx: Context, wanted: Wanted[]): Promise<ToldMessage[]> {
  const messages = new Map((await findMessages(ctx, wanted)).map((row) => [row.id, row]));
  if (messages.size === 0) return [];
  const viewerIds = [...new Set(wanted.map(({ viewerId }) => viewerId))];
  const conversationIds = [...new Set(wanted.map((each) => each.conversationId))];
  const [own, unread] = await Promise.all([
    findPlaces(ctx, viewerIds, conversationIds),
    countUnreadOf(ctx, viewerIds),
  ]);
  const otherIds = wanted.flatMap(
    ({ viewerId, conversationId }) => own.of(viewerId, conversationId)?.other_id ?? [],
  );
  const missing = [...new Set(otherIds)].filter((id) => !viewerIds.includes(id));
  const places = own.with(await findPlaces(ctx, missing, conversationIds));
  return wanted.flatMap(({ viewerId, conversationId, id }) => {
    const message = messages.get(id);
    const row = message && places.shown(viewerId, message);
    const place = places.of(viewerId, conversationId);
    if (!row || !place) return [];
    return {
      viewerId,
      row,
      unreadCount: place.unread_count,
      unreadConversations: unread.get(viewerId) ?? 0,
    };
  });
}
