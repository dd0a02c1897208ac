import { sql } from 'kysely';
import type { ModerationAction, ReportReason } from '@roost/contract/moderation';
import type { SecurityEvent } from '@roost/contract/notifications';
import type { Context } from '../kernel/context.ts';
import { narrow, one, rows, type Row } from '../platform/database/query.ts';

// The site itself sends notices: about decisions of the moderators, and about the safety of the account. Their rows have their owner as
// the actor. No preference prevents them, and only clients that ask for extended types get them.

export interface NewNotice {
  id: string;
  userId: string;
  type: 'moderation' | 'security';
  /** The id of the decision, or of the mailed notice. */
  about: string;
  what?: SecurityEvent;
}

/** Inserts a notice. Appends it to the event log and returns the number of the entry, or null if there was one about the same. */
export async function insertNotice(ctx: Context, notice: NewNotice): Promise<number | null> {
  const found = await one(
    ctx.db,
    { seq: 'int8?' },
    sql`select insert_notice(${notice.id}, ${notice.userId}, ${notice.type}, ${notice.about}, ${notice.what ?? null}) as seq`,
  );
  return found?.seq ?? null;
}

const decisionRow = {
  id: 'uuid',
  action: narrow<ModerationAction>('text'),
  reason: narrow<ReportReason>('text'),
  rule_id: 'uuid?',
  rule_text: 'text?',
  until: 'timestamptz?',
  message: 'text',
  is_undone: 'bool',
  can_appeal: 'bool',
} as const;
export type NoticedDecision = Row<typeof decisionRow>;

/** Finds decisions as the person whom they concern may see them. An appeal is possible for some days, once. */
export async function findNoticedDecisions(
  ctx: Context,
  userId: string,
  ids: string[],
  appealDays: number,
): Promise<NoticedDecision[]> {
  return rows(
    ctx.db.reads,
    decisionRow,
    sql`select id, action, reason, rule_id, rule_text, until, message, undone_at is not null as is_undone,
        action <> 'dismiss' and undone_at is null and created_at > now() - ${appealDays}::float8 * interval '1 day'
          and not exists (select from appeals where decision_id = moderation_decisions.id) as can_appeal
      from moderation_decisions where person_id = ${userId} and id = any(${ids}::uuid[])`,
  );
}
