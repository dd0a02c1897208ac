import type { CaseList, CaseStatus, SubjectType } from '@roost/contract/moderation';
import type { Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../../kernel/context.ts';
import { pageOf, timeText, windowOf } from '../../platform/http/paging/paging.ts';
import { concealedFrom } from '../people/staff.ts';
import { countWaiting, listCaseRows, type CaseCursor } from './case.queries.ts';
import { presentCases } from './present-cases.ts';

interface CaseQuery extends Paging {
  status?: CaseStatus[] | undefined;
  type?: SubjectType[] | undefined;
  assigned?: string | undefined;
}

const cursor = z.object({ at: timeText, id: z.uuid() });

/** Lists a page of the cases that exist for the viewer, the latest report first, and counts what waits. */
export async function listCases(
  ctx: MemberContext,
  { status = [], type = [], assigned, ...paging }: CaseQuery,
): Promise<CaseList> {
  const concealed = await concealedFrom(ctx);
  const filter = {
    concealed,
    status: status.length > 0 ? status : undefined,
    type: type.length > 0 ? type : undefined,
    assigneeId: assigned === 'none' ? null : assigned === 'me' ? ctx.viewer.id : assigned,
  };
  const page = windowOf<CaseCursor>(
    ctx,
    paging,
    cursor,
    'cases',
    status.join(),
    type.join(),
    assigned ?? '',
  );
  const found = await listCaseRows(ctx, filter, page);
  const { rows, pagination } = pageOf(found, paging, page, ({ at, id }) => ({ at, id }));
  return {
    cases: await presentCases(ctx, rows),
    waiting: await countWaiting(ctx, ctx.viewer.id, concealed),
    pagination,
  };
}
