import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { rows, type Row } from '../../platform/database/query.ts';
import { newestEvidence, textOf } from './glimpse.queries.ts';

/** Looks for resemblances among this many cases that wait, the newest first. */
const MAX_COMPARED = 1_000;

const compared = { id: 'uuid', person_id: 'uuid', text_hash: 'text?' } as const;
export type ComparedCase = Row<typeof compared>;

/** The text without what a spammer varies: upper case, and spaces. Null without a text. */
const textHash = sql`case when ${textOf} <> '' then md5(lower(regexp_replace(${textOf}, '\\s+', '', 'g'))) end`;

/** Lists a case and the newest cases that wait, each with a hash of its text as last reported. */
export async function listCompared(ctx: Context, caseId: string): Promise<ComparedCase[]> {
  return rows(
    ctx.db.reads,
    compared,
    sql`select cases.id, person_id, ${textHash} as text_hash
      from (
        select id, person_id from moderation_cases where id = ${caseId}
        union (select id, person_id from moderation_cases where status <> 'closed'
          order by last_at desc, id desc limit ${MAX_COMPARED}::int)
      ) as cases left join lateral (${newestEvidence}) as newest on true
      order by cases.id desc`,
  );
}

const origin = { id: 'uuid', joined_at: 'timestamptz', address: 'text?' } as const;
export type Origin = Row<typeof origin>;

/** Finds when each person joined, and the network address from which they last acted. */
export async function findOrigins(ctx: Context, userIds: string[]): Promise<Origin[]> {
  return rows(
    ctx.db.reads,
    origin,
    sql`select users.id, users.created_at as joined_at, newest.address
      from users left join lateral (
        select address from account_activity
        where user_id = users.id and not is_failure order by at desc, id desc limit 1
      ) as newest on true
      where users.id = any(${userIds}::uuid[])`,
  );
}
