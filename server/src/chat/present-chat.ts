import type { Message } from '@roost/contract/chat';
import type { MemberContext } from '../context.ts';
import { gathered } from '../streams/gathered.ts';
import type { Outgoing, Present, Presenters } from '../streams/presenters.ts';
import { findUnread } from './conversations/member.queries.ts';
import { findToldMessages, type Wanted } from './messages/message.queries.ts';
import { viewMessageRows } from './messages/view-messages.ts';

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

/** For all who are told of something at the same time; each message is one's own matter all the same. */
const loadTold = gathered(async (ctx, wanted: Wanted[]) =>
  Map.groupBy(await findToldMessages(ctx, wanted), (row) => row.viewer_id),
);

const presentMessages: Present<'message'> = async (ctx, entries) => {
  const viewerId = ctx.viewer.id;
  const wanted = entries.map(({ item }) => ({ viewerId, id: item.messageId }));
  const rows = (await loadTold(ctx, wanted)).get(viewerId) ?? [];
  const views = await viewMessageRows(ctx, rows);
  const unread = new Map(
    rows.map((row) => [
      row.id,
      { unreadCount: row.unread_count, unreadConversations: row.unread_conversations },
    ]),
  );
  const messages = new Map(views.map((view) => [view._id, view]));
  return new Map(
    entries.flatMap(({ seq, item: { messageId, isRepeat = false } }) => {
      const [message, count] = [messages.get(messageId), unread.get(messageId)];
      return message && count
        ? [[seq, tellMessage(ctx, message, count, seq, isRepeat)] as const]
        : [];
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
