import type { Message } from '@roost/contract/chat';
import type { MemberContext } from '../kernel/context.ts';
import { batchLoader } from '../event-log/batch-loader.ts';
import type { Outgoing, Present, Presenters } from '../event-log/presenters.ts';
import { findUnread } from './conversations/unread.queries.ts';
import { loadMessages, type LoadedMessage, type MessageRequest } from './messages/load-messages.ts';
import { presentMessages } from './messages/present-messages.ts';
import type { InlinedMessage, Unread } from './inlined-payloads.ts';

/** Reads the unread counts of conversations in one statement. */
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

function unreadEvent(conversationId: string, unread: Unread, seq: number): Outgoing {
  return { name: 'unreadCountUpdated', payload: { conversationId, ...unread, seq } };
}

/** Loads the messages for all viewers of one tick together. Each viewer gets only their own messages. */
const loadForAllViewers = batchLoader(async (ctx, wanted: MessageRequest[]) =>
  Map.groupBy(await loadMessages(ctx, wanted), ({ viewerId }) => viewerId),
);

type Loaded = Pick<LoadedMessage, 'row' | keyof Unread>;

const presentMessageEvents: Present<'message'> = async (ctx, entries) => {
  const viewerId = ctx.viewer.id;
  const loaded = new Map<string, Loaded>();
  const wanted: MessageRequest[] = [];
  for (const { item, inlined } of entries) {
    if (inlined) loaded.set(item.messageId, inlined as InlinedMessage);
    else wanted.push({ viewerId, conversationId: item.conversationId, id: item.messageId });
  }
  const read =
    wanted.length > 0 ? ((await loadForAllViewers(ctx, wanted)).get(viewerId) ?? []) : [];
  for (const each of read) loaded.set(each.row.id, each);
  const views = await presentMessages(
    ctx,
    [...loaded.values()].map(({ row }) => row),
  );
  const messages = new Map(views.map((view) => [view._id, view]));
  return new Map(
    entries.flatMap(({ seq, item: { messageId, isRepeat = false } }) => {
      const [message, unread] = [messages.get(messageId), loaded.get(messageId)];
      return message && unread
        ? [[seq, presentMessageEvent(ctx, message, unreadOf(unread), seq, isRepeat)] as const]
        : [];
    }),
  );
};

const unreadOf = ({ unreadCount, unreadConversations }: Unread): Unread => ({
  unreadCount,
  unreadConversations,
});

function presentMessageEvent(
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
  return isOwn ? [receipt, received] : [received, unreadEvent(conversationId, unread, seq)];
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
        [{ name: 'messageDeleted', payload }, unreadEvent(item.conversationId, unread, seq)],
      ];
    }),
  );
};

const presentUnread: Present<'unread'> = async (ctx, entries) => {
  const missing = entries.filter(({ inlined }) => !inlined);
  const ids = missing.map(({ item }) => item.conversationId);
  const unreadIn = ids.length > 0 ? await loadUnread(ctx, ids) : () => nothingUnread;
  return new Map(
    entries.map(({ seq, item: { conversationId }, inlined }) => {
      const unread = (inlined as Unread | undefined) ?? unreadIn(conversationId);
      return [seq, [unreadEvent(conversationId, unread, seq)]];
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

/** Turns the chat entries of an event log into socket events. */
export const chatPresenters: Pick<
  Presenters,
  | 'message'
  | 'messageDeleted'
  | 'unread'
  | 'messagesRead'
  | 'messagesDelivered'
  | 'conversationDeleted'
> = {
  message: presentMessageEvents,
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
