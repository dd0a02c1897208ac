import type { Message } from '@roost/contract/chat';
import type { MemberContext } from '../context.ts';
import type { Outgoing, Present, Presenters } from '../streams/presenters.ts';
import { findUnread } from './conversations/member.queries.ts';
import { viewMessagesById } from './messages/view-messages.ts';

interface Unread {
  unreadCount: number;
  unreadConversations: number;
}

/** What is unread in these conversations now, by the conversation; one statement. */
async function loadUnread(
  ctx: MemberContext,
  conversationIds: Iterable<string>,
): Promise<(id: string) => Unread> {
  const rows = await findUnread(ctx, ctx.viewer.id, [...new Set(conversationIds)]);
  const byId = new Map(
    rows.map((row) => [
      row.conversation_id,
      { unreadCount: row.unread_count, unreadConversations: row.unread_conversations },
    ]),
  );
  return (id) => byId.get(id) ?? { unreadCount: 0, unreadConversations: 0 };
}

function tellUnread(conversationId: string, unread: Unread, seq: number): Outgoing {
  return { name: 'unreadCountUpdated', payload: { conversationId, ...unread, seq } };
}

const presentMessages: Present<'message'> = async (ctx, entries) => {
  const views = await viewMessagesById(
    ctx,
    entries.map(({ item }) => item.messageId),
  );
  const unreadIn = await loadUnread(
    ctx,
    Array.from(views.values(), (view) => view.conversationId),
  );
  return new Map(
    entries.flatMap(({ seq, item }) => {
      const message = views.get(item.messageId);
      if (!message) return [];
      const unread = unreadIn(message.conversationId);
      return [[seq, tellMessage(ctx, message, unread, seq, item.isRepeat ?? false)] as const];
    }),
  );
};

function tellMessage(
  { viewer }: MemberContext,
  message: Message,
  unread: Unread,
  seq: number,
  isRepeat: boolean,
): Outgoing[] {
  const { conversationId } = message;
  const isOwn = message.senderId._id === viewer.id;
  const receipt = { name: 'messageSent', payload: { ...message, seq }, isReceipt: true } as const;
  if (isRepeat) return [receipt];
  const payload = { message, conversationId, ...unread, seq };
  const received = { name: 'receiveMessage', payload } as const;
  return isOwn ? [receipt, received] : [received, tellUnread(conversationId, unread, seq)];
}

const presentDeleted: Present<'messageDeleted'> = async (ctx, entries) => {
  const unreadIn = await loadUnread(
    ctx,
    entries.map(({ item }) => item.conversationId),
  );
  return new Map(
    entries.map(({ seq, item }) => {
      const unread = unreadIn(item.conversationId);
      const payload = { ...item, ...unread, seq };
      return [
        seq,
        [{ name: 'messageDeleted', payload }, tellUnread(item.conversationId, unread, seq)],
      ];
    }),
  );
};

const presentUnread: Present<'unread'> = async (ctx, entries) => {
  const unreadIn = await loadUnread(
    ctx,
    entries.map(({ item }) => item.conversationId),
  );
  return new Map(
    entries.map(({ seq, item: { conversationId } }) => [
      seq,
      [tellUnread(conversationId, unreadIn(conversationId), seq)],
    ]),
  );
};

const presentDeletedConversations: Present<'conversationDeleted'> = async (ctx, entries) => {
  const unreadIn = await loadUnread(
    ctx,
    entries.map(({ item }) => item.conversationId),
  );
  return new Map(
    entries.map(({ seq, item }) => {
      const payload = { ...item, ...unreadIn(item.conversationId), seq };
      return [seq, [{ name: 'conversationDeleted', payload }]];
    }),
  );
};

/** What the entries of chats in a person's stream become on the wire. */
export const chatPresenters: Pick<
  Presenters,
  | 'message'
  | 'messageDeleted'
  | 'unread'
  | 'messagesRead'
  | 'messagesDelivered'
  | 'conversationDeleted'
> = {
  message: presentMessages,
  messageDeleted: presentDeleted,
  unread: presentUnread,
  messagesRead: async (_ctx, entries) =>
    new Map(
      entries.map(({ seq, item }) => [seq, [{ name: 'messagesRead', payload: { ...item, seq } }]]),
    ),
  messagesDelivered: async (_ctx, entries) =>
    new Map(
      entries.map(({ seq, item }) => [
        seq,
        [{ name: 'messagesDelivered', payload: { ...item, seq } }],
      ]),
    ),
  conversationDeleted: presentDeletedConversations,
};
