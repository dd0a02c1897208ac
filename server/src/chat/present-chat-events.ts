import type { Message } from '@roost/contract/chat';
import type { MemberContext } from '../kernel/context.ts';
import type { Numbered, Outgoing, Present, Presenters } from '../event-log/presenters.ts';
import { findUnread, nothingUnread, type Unread } from './conversations/unread.queries.ts';
import { loadMessages, type LoadedMessage } from './messages/load-messages.ts';
import { presentMessages } from './messages/present-messages.ts';

type ChatEntry =
  | 'message'
  | 'messageDeleted'
  | 'unread'
  | 'messagesRead'
  | 'messagesDelivered'
  | 'conversationDeleted';

/** Turns the chat entries of an event log into socket events. */
export const chatPresenters: Pick<Presenters, ChatEntry> = {
  message: presentMessageEvents,
  messageDeleted: withUnread((item, unread, seq) => [
    { name: 'messageDeleted', payload: { ...item, ...unread, seq } },
    unreadEvent(item, unread, seq),
  ]),
  unread: withUnread((item, unread, seq) => [unreadEvent(item, unread, seq)]),
  messagesRead: alone((item, seq) => [{ name: 'messagesRead', payload: { ...item, seq } }]),
  messagesDelivered: alone((item, seq) => [
    { name: 'messagesDelivered', payload: { ...item, seq } },
  ]),
  conversationDeleted: withUnread((item, unread, seq) => [
    { name: 'conversationDeleted', payload: { ...item, ...unread, seq } },
  ]),
};

/** For entries that need nothing more. */
function alone<Item>(show: (item: Item, seq: number) => Outgoing[]) {
  return async (_ctx: MemberContext, entries: Numbered<Item>[]) =>
    new Map(entries.map(({ seq, item }) => [seq, show(item, seq)]));
}

/** For entries that need the unread counts of their conversation. One statement reads those that are not inlined. */
function withUnread<Item extends { conversationId: string }>(
  show: (item: Item, unread: Unread, seq: number) => Outgoing[],
) {
  return async (ctx: MemberContext, entries: Numbered<Item>[]) => {
    const missing = entries.filter(({ inlined }) => !inlined);
    const ids = [...new Set(missing.map(({ item }) => item.conversationId))];
    const read = ids.length > 0 ? await findUnread(ctx, ctx.viewer.id, ids) : null;
    return new Map(
      entries.map(({ seq, item, inlined }) => {
        const unread = (inlined as Unread | undefined) ?? read?.get(item.conversationId);
        return [seq, show(item, unread ?? nothingUnread, seq)];
      }),
    );
  };
}

function unreadEvent(
  { conversationId }: { conversationId: string },
  unread: Unread,
  seq: number,
): Outgoing {
  return { name: 'unreadCountUpdated', payload: { conversationId, ...unread, seq } };
}

async function presentMessageEvents(
  ctx: MemberContext,
  entries: Parameters<Present<'message'>>[1],
): Promise<Map<number, Outgoing[]>> {
  const inlined = entries.flatMap((entry) => (entry.inlined as LoadedMessage | undefined) ?? []);
  const missing = entries.filter((entry) => !entry.inlined);
  const keys = missing.map(({ item }) => ({ ...item, id: item.messageId }));
  const loaded = [
    ...inlined,
    ...(keys.length > 0 ? await loadMessages(ctx, ctx.viewer.id, keys) : []),
  ];
  const views = await presentMessages(
    ctx,
    loaded.map(({ row }) => row),
  );
  const byId = new Map(views.map((view, n) => [view._id, { view, unread: loaded[n]! }]));
  return new Map(
    entries.flatMap(({ seq, item: { messageId, isRepeat = false } }) => {
      const found = byId.get(messageId);
      if (!found) return [];
      const { unreadCount, unreadConversations } = found.unread;
      const unread = { unreadCount, unreadConversations };
      return [[seq, presentMessageEvent(ctx, found.view, unread, seq, isRepeat)] as const];
    }),
  );
}

function presentMessageEvent(
  { viewer }: MemberContext,
  message: Message,
  unread: Unread,
  seq: number,
  isRepeat: boolean,
): Outgoing[] {
  const { conversationId } = message;
  const receipt = { name: 'messageSent', payload: { ...message, seq }, isReceipt: true } as const;
  if (isRepeat) return [receipt];
  const payload = { message, conversationId, ...unread, seq };
  const received = { name: 'receiveMessage', payload } as const;
  const isOwn = message.senderId._id === viewer.id;
  return isOwn ? [receipt, received] : [received, unreadEvent(message, unread, seq)];
}
