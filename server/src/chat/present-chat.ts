import type { Message } from '@roost/contract/chat';
import type { MemberContext } from '../context.ts';
import { gathered } from '../streams/gathered.ts';
import type { Outgoing, Present, Presenters } from '../streams/presenters.ts';
import { findUnread } from './conversations/member.queries.ts';
import { findToldMessages, type ToldMessage, type Wanted } from './messages/told-messages.ts';
import { viewMessageRows } from './messages/view-messages.ts';
import { knownOf, type Unread } from './told-at-once.ts';

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
  return (id) => byId.get(id) ?? nothingUnread;
}

const nothingUnread: Unread = { unreadCount: 0, unreadConversations: 0 };

function tellUnread(conversationId: string, unread: Unread, seq: number): Outgoing {
  return { name: 'unreadCountUpdated', payload: { conversationId, ...unread, seq } };
}

/** For all who are told of something at the same time; each message is one's own matter all the same. */
const loadTold = gathered(async (ctx, wanted: Wanted[]) =>
  Map.groupBy(await findToldMessages(ctx, wanted), ({ viewerId }) => viewerId),
);

type Told = Pick<ToldMessage, 'row' | keyof Unread>;

const presentMessages: Present<'message'> = async (ctx, entries) => {
  const viewerId = ctx.viewer.id;
  const told = new Map<string, Told>();
  const wanted: Wanted[] = [];
  for (const { item } of entries) {
    const known = knownOf('message', item);
    if (known) told.set(item.messageId, known);
    else wanted.push({ viewerId, conversationId: item.conversationId, id: item.messageId });
  }
  const read = wanted.length > 0 ? ((await loadTold(ctx, wanted)).get(viewerId) ?? []) : [];
  for (const each of read) told.set(each.row.id, each);
  const views = await viewMessageRows(
    ctx,
    [...told.values()].map(({ row }) => row),
  );
  const messages = new Map(views.map((view) => [view._id, view]));
  return new Map(
    entries.flatMap(({ seq, item: { messageId, isRepeat = false } }) => {
      const [message, unread] = [messages.get(messageId), told.get(messageId)];
      return message && unread
        ? [[seq, tellMessage(ctx, message, unreadOf(unread), seq, isRepeat)] as const]
        : [];
    }),
  );
};

const unreadOf = ({ unreadCount, unreadConversations }: Unread): Unread => ({
  unreadCount,
  unreadConversations,
});

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
  const missing = entries.filter(({ item }) => !knownOf('unread', item));
  const ids = missing.map(({ item }) => item.conversationId);
  const unreadIn = ids.length > 0 ? await loadUnread(ctx, ids) : () => nothingUnread;
  return new Map(
    entries.map(({ seq, item }) => {
      const { conversationId } = item;
      return [
        seq,
        [tellUnread(conversationId, knownOf('unread', item) ?? unreadIn(conversationId), seq)],
      ];
    }),
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
