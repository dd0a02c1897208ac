import type { Config } from '../../kernel/config.ts';
import type { Context } from '../../kernel/context.ts';

/**
 * Each pool has its own workers, so no job waits for a job of another pool. A mail or a payment does not wait for a video. A
 * mail does not wait for a slow payment provider, and none of them for a push service that hangs.
 */
export const workerPools = ['mail', 'payments', 'media', 'push', 'upkeep'] as const;

/** A kind of job. The feature that owns it declares it; `jobs.ts` binds its handler. */
export interface Job<Payload> {
  /** Stays the same between versions, because rows in the database name it. */
  readonly name: string;
  readonly pool: (typeof workerPools)[number];
  /** Jobs of one queue run one after the other. */
  readonly queue?: string;
  /** Tries before it counts as failed. The default is 25, with growing delays. */
  readonly attempts?: number;
  /** The schedule, as in a crontab, or how it follows from the settings. */
  readonly cron?: string | ((config: Config) => string | undefined);
  /** Never set. It carries the type. */
  readonly payload?: Payload;
}

export function defineJob<Payload = Record<string, never>>(
  name: string,
  options: Omit<Job<Payload>, 'name' | 'payload'>,
): Job<Payload> {
  return { name, ...options };
}

/** The jobs that the queue stores, whatever their kind. */
export interface StoredJobs {
  /** Deletes jobs that contain one of these texts and do not run. */
  deleteNaming(texts: readonly string[]): Promise<void>;
}

export interface Attempt {
  /** Whether the job is not tried again after a failure. */
  isLast: boolean;
  jobs: StoredJobs;
}

/** A job with its handler. */
export interface BoundJob {
  job: Job<unknown>;
  run: (ctx: Context, payload: never, attempt: Attempt) => Promise<void>;
}

export function bindJob<Payload>(
  job: Job<Payload>,
  run: (ctx: Context, payload: Payload, attempt: Attempt) => Promise<void>,
): BoundJob {
  return { job, run };
}
