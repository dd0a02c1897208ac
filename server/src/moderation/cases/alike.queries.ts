import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { rows, type Row } from '../../platform/database/query.ts';

/** Looks for resemblances among this many cases that wait, the newest first. */
const MAX_COMPARED = 1_000;

const compared = { id: 'uuid', person_id: 'uuid', fingerprint: 'bytea?' } as const;
export type ComparedCase = Row<typeof compared>;

/** Lists a case and the newest cases that wait, each with the fingerprint of its text. Leaves out cases about concealed people. */
export async function listCompared(
  ctx: Context,
  caseId: string,
  concealed: string[],
): Promise<ComparedCase[]> {
  return rows(
    ctx.db.reads,
    compared,
    sql`select id, person_id, fingerprint from (
        select * from moderation_cases where id = ${caseId}
        union (select * from moderation_cases where status <> 'closed'
          order by last_at desc, id desc limit ${MAX_COMPARED}::int)
      ) as cases where person_id <> all(${concealed}::uuid[]) order by id desc`,
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
