import { z } from 'zod';
import { AppError } from '@roost/contract/errors';
import { MAX_NUMBER, type Paging } from '@roost/contract/wire';
import type { MemberContext } from '../../kernel/context.ts';
import { pageOf, windowOf } from '../../platform/http/paging/paging.ts';
import { findMemberships } from '../conversations/membership.queries.ts';
import { listMessageRows } from './message.queries.ts';
import { presentMessages } from './present-messages.ts';

/** A cursor is the number of the page's oldest message. */
const messageCursor = z.int().min(0).max(MAX_NUMBER);

/** Lists a page of a conversation's messages, newest first, without the history that the viewer deleted. Throws `not_found`. */
export async function listMessages(ctx: MemberContext, conversationId: string, paging: Paging) {
  const { id } = ctx.viewer;
  const page = windowOf(ctx, paging, messageCursor, 'messages', conversationId);
  const found = await listMessageRows(ctx, id, conversationId, page);
  if (!found) throw new AppError('not_found', { message: 'Conversation not found.' });
  const memberships = await findMemberships(ctx, [id, found.otherId], [conversationId]);
  // The deleted history holds the oldest messages, so the list ends where it begins.
  const shown = found.rows.flatMap((row) => memberships.shown(id, row) ?? []);
  const { rows, pagination } = pageOf(shown, paging, page, (row) => row.seq);
  return { data: await presentMessages(ctx, rows), pagination };
}
