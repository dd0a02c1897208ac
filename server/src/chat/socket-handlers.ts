import type { SocketHandlers } from '../platform/sockets/client-events.ts';
import type { PublishEvent } from '../platform/sockets/publish.ts';
import { markDelivered, markRead } from './receipts/mark-messages.ts';
import { deleteMessage } from './messages/delete-message.ts';
import { sendMessage } from './messages/send-message.ts';
import { publishTyping } from './publish-typing.ts';

/** Handles the chat events that clients send over sockets. */
export function chatHandlers(
  publish: PublishEvent,
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
      // Socket and HTTP share one budget.
      await ctx.limiter.take('messages', ctx.viewer.id);
      return { message: await sendMessage(ctx, { ...input, ...message }, ctx.socketId) };
    },
    deleteMessage: async (ctx, named) => deleteMessage(ctx, named),
    typing: async (ctx, to) => publishTyping(ctx, publish, 'typing', to),
    stopTyping: async (ctx, to) => publishTyping(ctx, publish, 'stopTyping', to),
    markMessagesAsRead: async (ctx, mark) => markRead(ctx, mark),
    markMessagesAsDelivered: async (ctx, mark) => markDelivered(ctx, mark),
  };
}
