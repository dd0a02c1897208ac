import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { narrow, one, type Row } from '../../platform/database/query.ts';

const hiding = {
  reason: narrow<'banned' | 'closing' | 'pending' | 'suspended'>('text'),
  /** Null without an end. */
  until: 'timestamptz?',
} as const;
export type Hiding = Row<typeof hiding>;

/**
 * Finds why a person may not sign in: a ban, a closed account, an approval that is missing, or a suspension. The first of them counts,
 * so a suspended person can undo the deletion of the account.
 */
export async function findHiding(ctx: Context, userId: string): Promise<Hiding | undefined> {
  return one(
    ctx.db,
    hiding,
    sql`select reason, nullif(until, 'infinity') as until from hidden_users
      where user_id = ${userId} and reason in ('banned', 'closing', 'pending', 'suspended') and until > now()
      order by reason limit 1`,
  );
}

const ordered = { id: 'uuid', reason: 'text', can_appeal: 'bool' } as const;

/** Finds the decision that suspended or banned a person, and whether they can still appeal. Of several, the longest counts. */
export async function findOrder(
  ctx: Context,
  userId: string,
  reason: 'suspended' | 'banned',
  appealDays: number,
): Promise<Row<typeof ordered> | undefined> {
  return one(
    ctx.db,
    ordered,
    sql`select id, reason, created_at > now() - ${appealDays}::float8 * interval '1 day'
          and not exists (select from appeals where decision_id = moderation_decisions.id) as can_appeal
      from moderation_decisions where person_id = ${userId} and undone_at is null
        and action = ${reason === 'banned' ? 'ban' : 'suspend'}::text
      order by coalesce(until, 'infinity') desc, id desc limit 1`,
  );
}
