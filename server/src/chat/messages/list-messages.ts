import { z } from 'zod';
import { AppError } from '@roost/contract/errors';
import { MAX_NUMBER, type Paging } from '@roost/contract/wire';
import type { MemberContext } from '../../context.ts';
import { pageOf, windowOf } from '../../http/paging.ts';
import { findMember } from '../conversations/member.queries.ts';
import { listMessageIds } from './message.queries.ts';
import { viewMessagesById } from './view-messages.ts';

const place = z.int().min(0).max(MAX_NUMBER);

/** A page of a conversation as the viewer has it, newest first. */
export async function listMessages(ctx: MemberContext, conversationId: string, paging: Paging) {
  const member = await findMember(ctx, ctx.viewer.id, conversationId);
  if (!member) throw new AppError('not_found', { message: 'Conversation not found.' });
  const page = windowOf(paging, place);
  const found = await listMessageIds(ctx, conversationId, member.cleared_seq, page);
  const { rows, pagination } = pageOf(found, paging, page, (row) => row.seq);
  const views = await viewMessagesById(
    ctx,
    rows.map((row) => row.id),
  );
  return { data: rows.flatMap((row) => views.get(row.id) ?? []), pagination };
}
