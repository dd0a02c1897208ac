import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '@roost/contract/errors';
import type { Requester, HashingPool as HashingPoolPort } from '../../kernel/ports.ts';
import { FairQueue } from '../../lib/fair-queue.ts';

/** With `stored`, the task compares the password with this hash. Without it, the task makes a hash. */
export interface HashingTask {
  stored?: string;
  password: string;
}
export type HashingReply = { result: string | boolean } | { problem: string };

/** One thread does about 25 tasks a second, so the last one waits for 6 s. Known requesters have their own queue. */
const MAX_WAITING_TASKS = { others: 160, known: 64 };
const RETRY_AFTER_SECONDS = 3;

interface Job {
  task: HashingTask;
  reply: (reply: HashingReply | AppError) => void;
}

interface Thread {
  worker: Worker;
  job: Job | null;
}

/**
 * Hashes passwords in separate threads, so that no other work waits for them. Networks take turns. Known requesters
 * take turns with all others. If the queue is full, the pool answers 503 to the network with the most waiting tasks.
 */
export class HashingPool implements HashingPoolPort {
  readonly #maxThreads: number;
  readonly #threads = new Set<Thread>();
  readonly #others: FairQueue<Job>;
  readonly #known: FairQueue<Job>;
  #isKnownNext = true;
  #isClosed = false;

  constructor(threads = defaultThreadCount(), maxWaiting = MAX_WAITING_TASKS) {
    this.#maxThreads = threads;
    this.#others = new FairQueue(maxWaiting.others);
    this.#known = new FairQueue(maxWaiting.known);
  }

  get queues(): HashingPoolPort['queues'] {
    return { known: this.#known, others: this.#others };
  }

  async hash(password: string, requester: Requester): Promise<string> {
    return (await this.#run({ password }, requester)) as string;
  }

  async verify(stored: string, password: string, requester: Requester): Promise<boolean> {
    return (await this.#run({ stored, password }, requester)) as boolean;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (let job = this.#take(); job; job = this.#take()) job.reply(unavailable());
    await Promise.all([...this.#threads].map(async ({ worker }) => worker.terminate()));
  }

  async #run(task: HashingTask, { network, isKnown }: Requester): Promise<string | boolean> {
    if (this.#isClosed) throw unavailable();
    const answer = await new Promise<HashingReply | AppError>((reply) => {
      const queue = isKnown ? this.#known : this.#others;
      queue.add(network, { task, reply })?.reply(unavailable());
      this.#next();
    });
    if (answer instanceof AppError) throw answer;
    if ('problem' in answer) throw new Error(answer.problem);
    return answer.result;
  }

  #next(): void {
    if (this.#known.size + this.#others.size === 0) return;
    const thread = [...this.#threads].find(({ job }) => !job) ?? this.#start();
    if (!thread) return;
    thread.job = this.#take() ?? null;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    if (thread.job) thread.worker.postMessage(thread.job.task);
  }

  #take(): Job | undefined {
    const known = this.#isKnownNext ? this.#known.take() : undefined;
    this.#isKnownNext = !known;
    return known ?? this.#others.take() ?? this.#known.take();
  }

  #start(): Thread | null {
    if (this.#threads.size >= this.#maxThreads || this.#isClosed) return null;
    const worker = new Worker(new URL('hashing-thread.ts', import.meta.url), { execArgv: [] });
    const thread: Thread = { worker, job: null };
    this.#threads.add(thread);
    const finish = (answer: HashingReply | AppError) => {
      const { job } = thread;
      thread.job = null;
      job?.reply(answer);
      this.#next();
    };
    worker.on('message', finish);
    const fail = () => {
      this.#threads.delete(thread);
      finish(unavailable());
    };
    worker.on('error', fail).on('exit', fail);
    worker.unref();
    return thread;
  }
}

function unavailable(): AppError {
  return new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
}

/** Half of the cores, so that the rest serves other work. Processes that share a machine have one thread each. */
function defaultThreadCount(): number {
  return cluster.isWorker ? 1 : Math.max(1, Math.floor(availableParallelism() / 2));
}
