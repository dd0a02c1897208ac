import { z } from 'zod';
import { AppError } from '@roost/contract/errors';
import { MAX_NUMBER, type Paging } from '@roost/contract/wire';
import type { MemberContext } from '../../context.ts';
import { pageOf, windowOf } from '../../http/paging.ts';
import { findMember } from '../conversations/member.queries.ts';
import { listMessageRows } from './message.queries.ts';
import { viewMessages } from './view-messages.ts';

const place = z.int().min(0).max(MAX_NUMBER);

/** A page of a conversation as the viewer has it, newest first. */
export async function listMessages(ctx: MemberContext, conversationId: string, paging: Paging) {
  if (!(await findMember(ctx, ctx.viewer.id, conversationId)))
    throw new AppError('not_found', { message: 'Conversation not found.' });
  const page = windowOf(paging, place);
  const found = await listMessageRows(ctx, ctx.viewer.id, conversationId, page);
  const { rows, pagination } = pageOf(found, paging, page, (row) => row.seq);
  return { data: await viewMessages(ctx, rows), pagination };
}
