import { z } from 'zod';
import type { MemberContext } from '../../kernel/context.ts';
import { pageOf, windowOf } from '../../platform/http/paging/paging.ts';
import { listConversationRows } from './conversation-list.queries.ts';
import { presentConversations } from './present-conversations.ts';

const conversationCursor = z.object({
  at: z
    .string()
    .max(40)
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+\d\d$/),
  id: z.uuid(),
});

const CONVERSATIONS_PER_PAGE = 100;

/** Lists the viewer's conversations, the newest first, from a cursor or from the start. */
export async function listConversations(ctx: MemberContext, cursor: string | undefined) {
  const paging = { page: 1, limit: CONVERSATIONS_PER_PAGE, cursor };
  const page = windowOf(ctx, paging, conversationCursor, 'conversations');
  const found = await listConversationRows(ctx, ctx.viewer.id, page);
  const { rows, pagination } = pageOf(found, paging, page, ({ at, id }) => ({ at, id }));
  return {
    data: await presentConversations(ctx, rows),
    pagination: { nextCursor: pagination.nextCursor },
  };
}
