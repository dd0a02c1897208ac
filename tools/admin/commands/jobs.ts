import { listJobRows } from '../../../server/src/admin/overview/jobs.queries.ts';
import { retryJobs } from '../../../server/src/platform/jobs/job.queries.ts';
import { StartError } from '../../../server/src/config/start-error.ts';
import { asOperator } from '../as-operator.ts';
import { wholeNumber, type Command } from '../command.ts';

export const listJobs: Command = {
  name: 'jobs list',
  summary: 'List background jobs, newest first',
  options: {
    failed: { type: 'boolean', help: 'only jobs whose last try failed' },
    limit: { type: 'string', help: 'how many to list (default: 50, at most 1000)' },
  },
  async run(ctx, { options }) {
    const limit = wholeNumber('limit', options['limit'], { fallback: 50, min: 1, max: 1_000 });
    const page = { after: null, offset: 0, limit };
    const jobs = await listJobRows(ctx, options['failed'] === true, page);
    return {
      data: { jobs },
      lines: jobs.map(
        ({ id, name, state, attempts, max_attempts: most, last_error: reason }) =>
          `${String(id).padStart(8)}  ${state.padEnd(8)}  ${name.padEnd(24)}  ${attempts}/${most}  ${(reason ?? '').split('\n', 1)[0]}`,
      ),
    };
  },
};

export const retryJob: Command = {
  name: 'jobs retry',
  parameters: ['id'],
  summary: 'Let a failed job run again now',
  async run(ctx, { arguments: [id = ''] }) {
    const noJob = new StartError(`There is no job ${id} that waits.`);
    if (!/^\d{1,15}$/.test(id)) throw noJob;
    const retried = await asOperator(ctx, async (tx) => {
      const result = await retryJobs(tx, [Number(id)]);
      if (result === 0) throw noJob;
      return { result, record: { action: 'job.retried', subject: { type: 'job', id } } };
    });
    return { data: { retried }, lines: ['The job runs again as soon as the server runs.'] };
  },
};
