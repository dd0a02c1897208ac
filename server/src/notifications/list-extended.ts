import type { DecisionNotice, Notification } from '@roost/contract/notifications';
import { notificationType } from '@roost/contract/notifications';
import { id, type Paging } from '@roost/contract/wire';
import type { MemberContext } from '../kernel/context.ts';
import { pageOf, windowOf } from '../platform/http/paging/paging.ts';
import * as queries from './decision-notices.queries.ts';
import { countUnreadRows, type NotificationRow } from './notification-list.queries.ts';
import { presentNotifications } from './present-notifications.ts';

/** The card of the site itself, which sends what no member sends. */
const site = {
  _id: '00000000-0000-0000-0000-000000000000',
  username: 'roost',
  fullName: 'Roost',
  avatar: null,
};

/** Lists a page of the viewer's notifications with those about decisions of the moderators. */
export async function listExtended(
  ctx: MemberContext,
  { type: wanted, ...paging }: Paging & { type?: string | undefined },
) {
  const type = wanted === 'moderation' ? wanted : notificationType.safeParse(wanted).data;
  const page = windowOf(ctx, paging, id, 'extended notifications', type ?? 'all');
  const userId = ctx.viewer.id;
  const found = await queries.listExtendedRows(ctx, userId, type, page);
  const { rows, pagination, total } = pageOf(found, paging, page, (row) => row.id);
  return {
    notifications: await presentExtended(ctx, rows),
    unreadCount: await countUnreadRows(ctx, userId),
    extendedCount: await queries.countUnreadNotices(ctx, userId),
    pagination: { ...pagination, totalNotifications: total },
  };
}

async function presentExtended(
  ctx: MemberContext,
  rows: queries.ExtendedRow[],
): Promise<(Notification | DecisionNotice)[]> {
  const usual = rows.filter((row): row is NotificationRow => row.type !== 'moderation');
  const shown = new Map<string, Notification | DecisionNotice>(
    (await presentNotifications(ctx, usual)).map((each) => [each._id, each]),
  );
  const ids = rows.flatMap((row) => (row.type === 'moderation' ? (row.post_id ?? []) : []));
  const found = await queries.findNotices(ctx, ctx.viewer.id, ids, ctx.config.appealDays);
  const decisions = new Map(found.map((each) => [each.id, each]));
  for (const row of rows) {
    const decision = row.type === 'moderation' && decisions.get(row.post_id ?? '');
    if (decision) shown.set(row.id, presentNotice(row, decision));
  }
  return rows.flatMap((row) => shown.get(row.id) ?? []);
}

function presentNotice(row: queries.ExtendedRow, decision: queries.NoticeRow): DecisionNotice {
  return {
    _id: row.id,
    type: 'moderation',
    message: decision.is_undone
      ? 'The moderators took back a decision.'
      : 'The moderators made a decision.',
    read: row.is_read,
    createdAt: row.created_at.toISOString(),
    sender: site,
    post: null,
    decision: {
      _id: decision.id,
      action: decision.action,
      reason: decision.reason,
      rule: decision.rule_id,
      until: decision.until?.toISOString() ?? null,
      message: decision.message,
      canAppeal: decision.can_appeal,
    },
  };
}
