import * as endpoints from '@roost/contract/chat';
import { AppError } from '@roost/contract/errors';
import type { Route } from '../platform/http/route.ts';
import { keepUploads } from '../media/uploads/keep-uploads.ts';
import { deleteConversation } from './conversations/delete-conversation.ts';
import { listConversations } from './conversations/list-conversations.ts';
import { markRead } from './receipts/mark-messages.ts';
import { countUnread } from './conversations/unread.queries.ts';
import { openConversation } from './conversations/open-conversation.ts';
import { listMessages } from './messages/list-messages.ts';
import { sendMessage } from './messages/send-message.ts';
import { presentMessage } from './messages/present-messages.ts';

export function chatRoutes(route: Route): void {
  conversationRoutes(route);
  messageRoutes(route);
}

function conversationRoutes(route: Route): void {
  route(endpoints.listConversations, async (ctx, { query }) =>
    listConversations(ctx, query.cursor),
  );

  route(endpoints.countUnreadConversations, async (ctx) => ({
    data: { unreadConversations: await countUnread(ctx, ctx.viewer.id) },
  }));

  route(endpoints.openConversation, async (ctx, { params }) => ({
    data: await openConversation(ctx, params.userId),
  }));

  route(endpoints.markConversationRead, async (ctx, { params, body }) => {
    await markRead(ctx, { ...params, ...body });
    return { message: 'Conversation marked as read.' };
  });

  route(endpoints.deleteConversation, async (ctx, { params }) => {
    await deleteConversation(ctx, params.conversationId);
    return { message: 'Conversation deleted.' };
  });
}

function messageRoutes(route: Route): void {
  route(endpoints.listMessages, async (ctx, { params, query }) =>
    listMessages(ctx, params.conversationId, query),
  );

  route(
    endpoints.sendMessage,
    async (ctx, { params, body }) => ({ data: await sendMessage(ctx, { ...params, ...body }) }),
    {
      keep: ({ data }) => ({ messageId: data._id, conversationId: data.conversationId }),
      again: async (ctx, kept: { messageId: string; conversationId: string }) => ({
        data: await presentMessage(ctx, kept.conversationId, kept.messageId),
      }),
    },
  );

  route(endpoints.uploadMessageMedia, async (ctx, _input, { files }) => {
    if (files.length === 0) throw new AppError('bad_input', { message: 'Choose a picture.' });
    return { data: await keepUploads(ctx, files), message: 'Uploaded.' };
  });
}
