import { sql } from 'kysely';
import type { Context } from '../../../kernel/context.ts';
import { MAX_ID } from '../../../platform/database/max-id.ts';
import { rows } from '../../../platform/database/query.ts';

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
      action: 'text',
      reason: 'text',
      until: 'timestamptz?',
      message: 'text',
      created_at: 'timestamptz',
      undone_at: 'timestamptz?',
      appeal: 'text?',
      answer: 'text?',
    },
    sql`select decision.id, action, reason, until, decision.message, decision.created_at, undone_at,
        appeals.text as appeal, appeals.message as answer
      from moderation_decisions as decision left join appeals on appeals.decision_id = decision.id
      where decision.person_id = ${userId} and action <> 'dismiss' and decision.id < ${before ?? MAX_ID}
      order by decision.id desc limit ${limit}::int`,
  );
}
