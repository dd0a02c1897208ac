import { z } from 'zod';
import type { MemberContext } from '../../context.ts';
import { pageOf, windowOf } from '../../http/paging.ts';
import { listConversationRows } from './conversation-list.queries.ts';
import { viewConversations } from './view-conversations.ts';

const place = z.object({
  at: z
    .string()
    .max(40)
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+\d\d$/),
  id: z.uuid(),
});

const AT_ONCE = 100;

/** The newest of the viewer's conversations, or those after a cursor. */
export async function listConversations(ctx: MemberContext, cursor: string | undefined) {
  const paging = { page: 1, limit: AT_ONCE, cursor };
  const page = windowOf(paging, place);
  const found = await listConversationRows(ctx, ctx.viewer.id, page);
  const { rows, pagination } = pageOf(found, paging, page, ({ at, id }) => ({ at, id }));
  return {
    data: await viewConversations(ctx, rows),
    pagination: { nextCursor: pagination.nextCursor },
  };
}
