import type { Appeal } from '@roost/contract/moderation';
import { id, type Pagination, type Paging } from '@roost/contract/wire';
import type { MemberContext } from '../../kernel/context.ts';
import { pageOf, windowOf } from '../../platform/http/paging/paging.ts';
import { concealedFrom } from '../people/staff.ts';
import { listAppealRows } from './appeal.queries.ts';
import { presentAppeals } from './present-appeals.ts';

/** Lists a page of appeals, the newest first. */
export async function listAppeals(
  ctx: MemberContext,
  { status, ...paging }: Paging & { status?: 'open' | 'decided' | undefined },
): Promise<{ appeals: Appeal[]; pagination: Pagination }> {
  const page = windowOf(ctx, paging, id, 'appeals', status ?? '');
  const isOpen = status === undefined ? null : status === 'open';
  const found = await listAppealRows(ctx, isOpen, await concealedFrom(ctx), page);
  const { rows, pagination } = pageOf(found, paging, page, (row) => row.id);
  return { appeals: await presentAppeals(ctx, rows), pagination };
}
