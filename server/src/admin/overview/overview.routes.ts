import * as endpoints from '@roost/contract/admin';
import { z } from 'zod';
import { pageOf, windowOf } from '../../platform/http/paging/paging.ts';
import type { Route } from '../../platform/http/route.ts';
import { listJobRows } from './jobs.queries.ts';
import { readNumbers } from './read-numbers.ts';

const jobCursor = z.object({ id: z.int() });

export function overviewRoutes(route: Route): void {
  route(endpoints.getNumbers, async (ctx) => ({ data: await readNumbers(ctx) }));

  route(endpoints.listJobs, async (ctx, { query }) => {
    const onlyFailed = query.failed !== undefined && !['0', 'false'].includes(query.failed);
    const page = windowOf(ctx, query, jobCursor, 'jobs', String(onlyFailed));
    const found = await listJobRows(ctx, onlyFailed, page);
    const { rows, pagination, total } = pageOf(found, query, page, ({ id }) => ({ id }));
    return {
      data: {
        jobs: rows.map((job) => ({
          _id: String(job.id),
          name: job.name,
          state: job.state,
          attempts: job.attempts,
          maxAttempts: job.max_attempts,
          runAt: job.run_at.toISOString(),
          createdAt: job.created_at.toISOString(),
          lastError: job.last_error,
        })),
        pagination: { ...pagination, totalJobs: total },
      },
    };
  });
}
