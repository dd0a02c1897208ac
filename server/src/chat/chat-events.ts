import type { SocketHandlers } from '../realtime/client-events.ts';
import type { Tell } from '../realtime/publish.ts';
import { markDelivered, markRead } from './conversations/mark-conversation.ts';
import { deleteMessage } from './messages/delete-message.ts';
import { sendMessage } from './messages/send-message.ts';
import { tellTyping } from './tell-typing.ts';

/** What is done with the events of chats that come over sockets. */
export function chatEvents(
  tell: Tell,
): Pick<
  SocketHandlers,
  | 'sendMessage'
  | 'deleteMessage'
  | 'typing'
  | 'stopTyping'
  | 'markMessagesAsRead'
  | 'markMessagesAsDelivered'
> {
  return {
    async sendMessage(ctx, { message, ...input }) {
      // The same budget as over HTTP.
      await ctx.limiter.take('messages', ctx.viewer.id);
      return { message: await sendMessage(ctx, { ...input, ...message }, ctx.socketId) };
    },
    deleteMessage: async (ctx, named) => deleteMessage(ctx, named),
    typing: async (ctx, to) => tellTyping(ctx, tell, 'typing', to),
    stopTyping: async (ctx, to) => tellTyping(ctx, tell, 'stopTyping', to),
    markMessagesAsRead: async (ctx, mark) => markRead(ctx, mark),
    markMessagesAsDelivered: async (ctx, mark) => markDelivered(ctx, mark),
  };
}
