import { sql } from 'kysely';
import type { ModerationAction, ReportReason } from '@roost/contract/moderation';
import type { Context } from '../kernel/context.ts';
import { exec, narrow, one, rows, type Row } from '../platform/database/query.ts';
import type { NotificationType } from '@roost/contract/notifications';
import { isLeftOut } from './notification-list.queries.ts';

// A notification of the type `moderation` is about a decision of the moderators. It has the id of the decision in `post_id`, and its
// owner as its actor. Only clients that ask for extended types get it.

/** Inserts a notification about a decision. No preference prevents it. */
export async function insertDecisionNotice(
  ctx: Context,
  notice: { id: string; userId: string; decisionId: string },
): Promise<void> {
  await exec(
    ctx.db,
    sql`insert into notifications (id, user_id, actor_id, type, post_id)
      values (${notice.id}, ${notice.userId}, ${notice.userId}, 'moderation', ${notice.decisionId})
      on conflict on constraint notifications_once do nothing`,
  );
}

const extendedRow = {
  id: 'uuid',
  actor_id: 'uuid',
  type: narrow<NotificationType | 'moderation'>('text'),
  post_id: 'uuid?',
  is_read: 'bool',
  created_at: 'timestamptz',
} as const;
export type ExtendedRow = Row<typeof extendedRow>;

/** Lists a page of all notifications, with those about decisions. `type` narrows it to one type. */
export async function listExtendedRows(
  ctx: Context,
  userId: string,
  type: NotificationType | 'moderation' | undefined,
  page: { after: string | null; offset: number; limit: number },
): Promise<ExtendedRow[]> {
  const ofType = type ? sql`and type = ${type}` : sql``;
  const after = page.after ? sql`and id < ${page.after}::uuid` : sql``;
  return rows(
    ctx.db.reads,
    extendedRow,
    sql`select id, actor_id, type, post_id, is_read, created_at from notifications
      where user_id = ${userId} ${ofType} ${after} and (type = 'moderation' or not ${isLeftOut(userId)})
      order by id desc limit ${page.limit} offset ${page.offset}`,
  );
}

/** Counts the unread notifications about decisions. */
export async function countUnreadNotices(ctx: Context, userId: string): Promise<number> {
  const found = await one(
    ctx.db.reads,
    { count: 'int8' },
    sql`select count(*) as count from notifications
      where user_id = ${userId} and type = 'moderation' and not is_read`,
  );
  return found?.count ?? 0;
}

const noticeRow = {
  id: 'uuid',
  action: narrow<ModerationAction>('text'),
  reason: narrow<ReportReason>('text'),
  rule_id: 'uuid?',
  until: 'timestamptz?',
  message: 'text',
  is_undone: 'bool',
  can_appeal: 'bool',
} as const;
export type NoticeRow = Row<typeof noticeRow>;

/** Finds decisions as the person whom they concern may see them. An appeal is possible for some days, once. */
export async function findNotices(
  ctx: Context,
  userId: string,
  ids: string[],
  appealDays: number,
): Promise<NoticeRow[]> {
  if (ids.length === 0) return [];
  return rows(
    ctx.db.reads,
    noticeRow,
    sql`select id, action, reason, rule_id, until, message, undone_at is not null as is_undone,
        action <> 'dismiss' and undone_at is null and created_at > now() - ${appealDays}::float8 * interval '1 day'
          and not exists (select from appeals where decision_id = moderation_decisions.id) as can_appeal
      from moderation_decisions where person_id = ${userId} and id = any(${ids}::uuid[])`,
  );
}
