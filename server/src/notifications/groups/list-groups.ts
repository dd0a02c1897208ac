import { anyNotificationType, GROUPS_PER_PAGE } from '@roost/contract/notifications';
import { id, type Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../../kernel/context.ts';
import { pageOf, windowOf } from '../../platform/http/paging/paging.ts';
import {
  listGroupRows,
  type FoundGroups,
  type GroupFilter,
  type GroupRange,
} from './group.queries.ts';
import { presentGroups } from '../present-notifications.ts';

/** A cursor: the newest notification of the page's last group, and the newest notification when the list was opened. */
const groupCursor = z.object({ after: id, top: id });
type GroupCursor = z.infer<typeof groupCursor>;

interface GroupedQuery extends Paging {
  type?: string | undefined;
  filter?: string | undefined;
}

/** A page of groups, with the totals that 'Page x of y' needs. */
export async function listGroups(ctx: MemberContext, query: GroupedQuery) {
  const paging = { ...query, limit: GROUPS_PER_PAGE };
  const filter = filterOf(ctx, query);
  const list = [filter.types?.join() ?? 'all', filter.isOfFollowed ? 'following' : 'anybody'];
  const page = windowOf<GroupCursor>(ctx, paging, groupCursor, 'notification groups', ...list);
  const found = await readGroups(ctx, filter, page.after, page);
  const { rows, pagination, total } = pageOf(found.groups, paging, page, ({ newestId }) => ({
    after: newestId,
    top: found.top ?? newestId,
  }));
  const groups = page.after ? total : Math.max(total, found.total);
  const isWhole = !page.after && groups === found.total;
  return {
    notifications: [],
    groups: await presentGroups(ctx, rows),
    unreadCount: found.unread,
    extendedCount: found.extended,
    unreadGroups: found.unreadGroups,
    pagination: {
      ...pagination,
      totalPages: isWhole
        ? Math.max(1, Math.ceil(groups / GROUPS_PER_PAGE))
        : pagination.totalPages,
      totalNotifications: groups,
      totalGroups: groups,
    },
  };
}

/** The most statements for one page. One is enough, unless ten thousand notifications form only a few groups. */
const MAX_STATEMENTS_PER_PAGE = 10;

/** Reads groups. Reads further if the newest notifications form too few groups for a page. */
async function readGroups(
  ctx: MemberContext,
  filter: GroupFilter,
  from: GroupCursor | null,
  { offset, limit }: Pick<GroupRange, 'offset' | 'limit'>,
): Promise<FoundGroups> {
  const userId = ctx.viewer.id;
  const range: GroupRange = { after: null, top: null, ...from, offset, limit };
  const all = await listGroupRows(ctx, userId, filter, range);
  let last = all;
  for (let n = 1; n < MAX_STATEMENTS_PER_PAGE && last.stoppedAt; n += 1) {
    const missing = limit - all.groups.length;
    if (missing <= 0) break;
    last = await listGroupRows(ctx, userId, filter, {
      after: last.stoppedAt,
      top: from?.top ?? all.top,
      offset: Math.max(0, offset - all.total),
      limit: missing,
    });
    all.groups.push(...last.groups);
    all.total += last.total;
  }
  return { ...all, top: from?.top ?? all.top };
}

/** Ignores unknown types. Without a known type, the filter allows all types. */
function filterOf({ viewer }: MemberContext, { type, filter }: GroupedQuery): GroupFilter {
  const types = (type ?? '')
    .split(',')
    .flatMap((each) => anyNotificationType.safeParse(each.trim()).data ?? []);
  return {
    types: types.length > 0 ? [...new Set(types)].toSorted() : null,
    isOfFollowed: filter === 'following',
    hasMutes: viewer.hasMutes,
  };
}
