import type { SubjectType } from '@roost/contract/moderation';
import { sql } from 'kysely';
import type { Context } from '../../../../kernel/context.ts';
import { MAX_ID } from '../../../../platform/database/id-bounds.ts';
import { narrow, rows } from '../../../../platform/database/query.ts';

/** Lists the decisions of the moderators about a person with the appeals, newest first. A note for the staff is not in them. */
export async function listDecisionsAbout(
  ctx: Context,
  userId: string,
  before: string | null,
  limit: number,
) {
  return rows(
    ctx.db.reads,
    {
      id: 'uuid',
      subject_type: narrow<SubjectType>('text'),
      subject_id: 'uuid',
      action: 'text',
      reason: 'text',
      rule_text: 'text?',
      until: 'timestamptz?',
      message: 'text',
      created_at: 'timestamptz',
      undone_at: 'timestamptz?',
      appeal: 'text?',
      appealed_at: 'timestamptz?',
      is_upheld: 'bool?',
      answer: 'text?',
    },
    sql`select decision.id, subject_type, subject_id, action, reason, rule_text, until, decision.message, decision.created_at,
        undone_at, appeals.text as appeal, appeals.created_at as appealed_at, appeals.upheld as is_upheld, appeals.message as answer
      from moderation_decisions as decision
      join moderation_cases as cases on cases.id = decision.case_id
      left join appeals on appeals.decision_id = decision.id
      where decision.person_id = ${userId} and action <> 'dismiss' and decision.id < ${before ?? MAX_ID}
      order by decision.id desc limit ${limit}::int`,
  );
}

/** Reads the newest texts of these rules. */
export async function readRules(ctx: Context, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid', text: 'text' },
    sql`select distinct on (id) id, text from site_rules where id = any(${ids}::uuid[]) order by id, since_version desc`,
  );
  return new Map(found.map(({ id, text }) => [id, text]));
}
