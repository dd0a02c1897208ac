import type { Context } from '../../kernel/context.ts';
import { findMemberships } from '../conversations/membership.queries.ts';
import { findUnread, nothingUnread, type Unread } from '../conversations/unread.queries.ts';
import { findMessages, type MessageKey, type ShownMessage } from './message.queries.ts';

/** A message as one viewer sees it, with that viewer's unread counts. */
export interface LoadedMessage extends Unread {
  row: ShownMessage;
}

/** Loads messages for one viewer. Sends at most four statements for any number of messages. */
export async function loadMessages(
  ctx: Context,
  viewerId: string,
  keys: MessageKey[],
): Promise<LoadedMessage[]> {
  const conversationIds = [...new Set(keys.map((each) => each.conversationId))];
  const [messages, own, unread] = await Promise.all([
    findMessages(ctx, keys),
    findMemberships(ctx, [viewerId], conversationIds),
    findUnread(ctx, viewerId, conversationIds),
  ]);
  const otherIds = conversationIds.flatMap((id) => own.of(viewerId, id)?.other_id ?? []);
  const memberships = own.with(await findMemberships(ctx, [...new Set(otherIds)], conversationIds));
  return messages.flatMap((message) => {
    const row = memberships.shown(viewerId, message);
    return row ? { row, ...(unread.get(row.conversation_id) ?? nothingUnread) } : [];
  });
}
