import { Gauge, Histogram, Registry } from 'prom-client';
import { concurrencyLimits, rateLimits } from '@roost/contract/rate-limits';
import type {
  BoundedQueue,
  ConnectionPool,
  GaugeOptions,
  LimitedAction,
  Metrics as MetricsPort,
  OutgoingFailureReason,
  PushOutcome,
  Samples,
} from '../../kernel/ports.ts';
import { Tally } from './tally.ts';

/** A value that takes longer is left out of the answer, because a database that hangs must not delay the others. */
const READ_TIMEOUT_MS = 1_000;

const limits = new Set<LimitedAction>(
  [rateLimits, concurrencyLimits].flatMap((each) => Object.keys(each) as LimitedAction[]),
);

/** The counts and measurements of operations, for the operator. `/metrics` shows them, and the values that gauges read. */
export class Metrics implements MetricsPort {
  readonly registry = new Registry();
  readonly #pools: Record<string, ConnectionPool> = {};
  readonly #queues: Record<string, BoundedQueue> = {};

  readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });
  readonly shedRequests = new Tally<'overload' | 'open_requests'>(this.registry, {
    name: 'http_requests_shed_total',
    help: 'Requests and connections refused before any work, because the process is overloaded or the address has too many open.',
    label: 'reason',
    values: ['overload', 'open_requests'],
  });
  readonly limitRefusals = new Tally<LimitedAction>(this.registry, {
    name: 'limit_refusals_total',
    help: 'Actions that a limit refused, by the name of the limit.',
    label: 'limit',
    values: [...limits],
  });
  readonly statements = new Histogram<'kind'>({
    name: 'database_statement_duration_seconds',
    help: 'Time from sending a statement to its answer, by kind. The statements of the job queue itself are not in it.',
    labelNames: ['kind'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [this.registry],
  });
  readonly jobsRun = new Tally(this.registry, {
    name: 'jobs_run_total',
    help: 'Tries of jobs that ended, by the name of the job. Failed ones count, too.',
    label: 'job_name',
  });
  readonly jobsFailed = new Tally(this.registry, {
    name: 'jobs_failed_total',
    help: 'Tries of jobs that failed, by the name of the job. Most are tried again.',
    label: 'job_name',
  });
  readonly jobDurations = new Histogram<'job_name'>({
    name: 'job_duration_seconds',
    help: 'Time that a try of a job took, by the name of the job.',
    labelNames: ['job_name'],
    buckets: [0.01, 0.1, 0.5, 1, 5, 30, 120, 600],
    registers: [this.registry],
  });
  readonly eventsReceived = new Tally(this.registry, {
    name: 'socket_events_received_total',
    help: 'Events that clients sent over sockets, by name. Refused ones count, too.',
    label: 'event',
  });
  readonly eventsSent = new Tally(this.registry, {
    name: 'socket_events_sent_total',
    help: 'Events that this process sent over sockets, by name.',
    label: 'event',
  });
  readonly deliveryLag = new Histogram({
    name: 'event_delivery_lag_seconds',
    help: 'Time from the moment this process knows of new event log entries until it has sent them to the sockets of their person.',
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  });
  readonly mails = new Tally<'sent' | 'failed'>(this.registry, {
    name: 'mails_total',
    help: 'Mails that were handed to the mail server or the folder, by what became of them.',
    label: 'outcome',
    values: ['sent', 'failed'],
  });
  readonly resetMails = new Tally<'sent' | 'dropped' | 'postponed'>(this.registry, {
    name: 'reset_mails_total',
    help: 'Mails with a link to choose a new password, by what became of them.',
    label: 'outcome',
    values: ['sent', 'dropped', 'postponed'],
  });
  readonly outgoingRequests = new Tally<'answered' | OutgoingFailureReason>(this.registry, {
    name: 'outgoing_requests_total',
    help: 'Requests to addresses that members named, by what became of them: answered, or the reason of the failure.',
    label: 'outcome',
    values: ['answered', 'url', 'name', 'address', 'connection', 'answer', 'redirects', 'time'],
  });
  readonly pushes = new Tally<PushOutcome>(this.registry, {
    name: 'pushes_total',
    help: 'Pushes to browsers, by what became of them. Each try counts. Withheld ones were not sent, because their person may not see them or has seen them.',
    label: 'outcome',
    values: ['sent', 'withheld', 'gone', 'refused', 'busy', 'unreachable', 'expired'],
  });

  constructor() {
    const ofPools = (read: (pool: ConnectionPool) => number) => () => mapValues(this.#pools, read);
    const ofQueues = (read: (queue: BoundedQueue) => number) => () => mapValues(this.#queues, read);
    this.addGauge(
      {
        name: 'database_connections_limit',
        help: 'The most connections of a pool.',
        label: 'pool',
      },
      ofPools((pool) => pool.options.max),
    );
    this.addGauge(
      { name: 'database_connections_used', help: 'Connections of a pool in use.', label: 'pool' },
      ofPools((pool) => pool.totalCount - pool.idleCount),
    );
    this.addGauge(
      {
        name: 'database_connections_waiting',
        help: 'Callers that wait for a connection of a pool.',
        label: 'pool',
      },
      ofPools((pool) => pool.waitingCount),
    );
    this.addGauge(
      { name: 'queue_waiting', help: 'Items that wait in a bounded queue.', label: 'queue' },
      ofQueues((queue) => queue.size),
    );
    this.addGauge(
      {
        name: 'queue_limit',
        help: 'The most items that may wait in a bounded queue. More are refused or dropped.',
        label: 'queue',
      },
      ofQueues((queue) => queue.maxSize),
    );
  }

  addPool(name: string, pool: ConnectionPool): void {
    this.#pools[name] = pool;
  }

  addQueue(name: string, queue: BoundedQueue): void {
    this.#queues[name] = queue;
  }

  addGauge({ name, help, label }: GaugeOptions, read: () => Samples | Promise<Samples>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [this.registry],
      async collect() {
        const samples = await readInTime(read);
        gauge.reset();
        if (typeof samples === 'number') gauge.set(samples);
        else if (label === undefined) gauge.remove();
        else
          for (const [value, sample] of Object.entries(samples ?? {}))
            gauge.set({ [label]: value }, sample);
      },
    });
  }
}

/** Undefined if the values cannot be read now. */
async function readInTime(read: () => Samples | Promise<Samples>): Promise<Samples | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, READ_TIMEOUT_MS, undefined);
  try {
    return await Promise.race([read(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function mapValues<Value>(
  named: Readonly<Record<string, Value>>,
  read: (value: Value) => number,
): Record<string, number> {
  return Object.fromEntries(Object.entries(named).map(([name, each]) => [name, read(each)]));
}
