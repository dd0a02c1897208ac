import { sql } from 'kysely';
import type { AdminJob } from '@roost/contract/admin';
import type { Context } from '../../kernel/context.ts';
import { narrow, one, rows } from '../../platform/database/query.ts';
import type { RowRange } from '../../platform/http/paging/paging.ts';

const job = {
  id: 'int8',
  name: 'text',
  state: narrow<AdminJob['state']>('text'),
  attempts: 'int4',
  max_attempts: 'int4',
  run_at: 'timestamptz',
  created_at: 'timestamptz',
  last_error: 'text?',
} as const;

/** Lists background jobs, newest first. */
export async function listJobRows(
  ctx: Context,
  onlyFailed: boolean,
  page: RowRange<{ id: number }>,
) {
  return rows(
    ctx.db.reads,
    job,
    sql`select id, name, state, attempts, max_attempts, run_at, created_at, last_error
      from list_jobs(${onlyFailed}, ${page.after?.id ?? null}, ${page.offset}, ${page.limit})`,
  );
}

/** Counts jobs that are not tried again, up to `most`. */
export async function countFailedJobs(ctx: Context, most: number): Promise<number> {
  const found = await one(
    ctx.db.reads,
    { count: 'int4' },
    sql`select count(*)::int as count from list_jobs(true, null, 0, ${most}) where state = 'failed'`,
  );
  return found?.count ?? 0;
}
