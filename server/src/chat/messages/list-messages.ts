import { z } from 'zod';
import { AppError } from '@roost/contract/errors';
import { MAX_NUMBER, type Paging } from '@roost/contract/wire';
import type { MemberContext } from '../../context.ts';
import { pageOf, windowOf } from '../../http/paging.ts';
import { findPlaces } from '../conversations/place.queries.ts';
import { listMessageRows } from './message.queries.ts';
import { viewMessageRows } from './view-messages.ts';

const place = z.int().min(0).max(MAX_NUMBER);

/** A page of a conversation as the viewer has it, newest first. */
export async function listMessages(ctx: MemberContext, conversationId: string, paging: Paging) {
  const { id } = ctx.viewer;
  const page = windowOf(paging, place);
  const found = await listMessageRows(ctx, id, conversationId, page);
  if (!found) throw new AppError('not_found', { message: 'Conversation not found.' });
  const places = await findPlaces(ctx, [id, found.otherId], [conversationId]);
  // What was taken from the own list is the oldest: it ends there.
  const shown = found.rows.flatMap((row) => places.shown(id, row) ?? []);
  const { rows, pagination } = pageOf(shown, paging, page, (row) => row.seq);
  return { data: await viewMessageRows(ctx, rows), pagination };
}
