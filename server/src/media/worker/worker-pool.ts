import type { ChildProcess } from 'node:child_process';
import { AppError } from '@roost/contract/errors';
import type { Logger } from 'pino';
import type { BoundedQueue } from '../../kernel/ports.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { startWorker } from './worker-process.ts';
import { Refused, type Ready, type Reply, type ResultOf, type Task } from './worker-tasks.ts';

const MAX_WORKERS = 2;
/** If more tasks wait, the owner with most of them loses the newest. */
const MAX_WAITING_TASKS = 64;
const TASK_TIMEOUTS_MS = { picture: 30_000, video: 120_000 };

interface Job {
  owner: string;
  task: Task;
  reply: (reply: Omit<Reply, 'id'> | Error) => void;
}

interface Worker {
  child: ChildProcess;
  job: Job | null;
  /** Kills a worker whose task takes too long, or that stays idle. */
  timer: NodeJS.Timeout | undefined;
}

/**
 * Reads media files in separate processes. A process starts on demand, runs one task at a time and stops when idle.
 * A file that crashes its worker is refused and affects nobody else.
 */
export class WorkerPool {
  readonly #workers = new Set<Worker>();
  readonly #waiting = new FairQueue<Job>(MAX_WAITING_TASKS);
  readonly #folder: string;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #idleMs: number;
  #isClosed = false;
  #taskCount = 0;

  /**
   * `folder` holds all input and output files. `idle` is the number of milliseconds after which an idle worker stops.
   */
  constructor(folder: string, log: Pick<Logger, 'warn'>, idle = 20_000) {
    this.#folder = folder;
    this.#log = log;
    this.#idleMs = idle;
  }

  get queue(): BoundedQueue {
    return this.#waiting;
  }

  /** The tasks that run now. */
  get running(): number {
    return [...this.#workers].filter(({ job }) => job).length;
  }

  /** Rejects with Refused if the file is at fault, and with unavailable if too many tasks wait. */
  async run<T extends Task>(owner: string, task: T): Promise<ResultOf<T>> {
    if (this.#isClosed) throw new AppError('unavailable', { retryAfter: 5 });
    const answer = await new Promise<Omit<Reply, 'id'> | Error>((reply) => {
      const refused = this.#waiting.add(owner, { owner, task, reply });
      refused?.reply(new AppError('unavailable', { retryAfter: 5 }));
      this.#next();
    });
    if (answer instanceof Error) throw answer;
    if ('problem' in answer) {
      const { problem, detail } = answer as Extract<Reply, { problem: unknown }>;
      throw new Refused(problem, detail);
    }
    return (answer as { result: ResultOf<T> }).result;
  }

  /** Kills all workers. Running tasks reject with unavailable. */
  close(): void {
    this.#isClosed = true;
    for (let job = this.#waiting.take(); job; job = this.#waiting.take())
      job.reply(new AppError('unavailable'));
    for (const worker of this.#workers) worker.child.kill('SIGKILL');
  }

  #next(): void {
    if (this.#waiting.size === 0) return;
    const worker = [...this.#workers].find(({ job }) => !job) ?? this.#start();
    if (!worker) return;
    const job = this.#waiting.take();
    if (job) this.#give(worker, job);
    this.#next();
  }

  #give(worker: Worker, job: Job): void {
    clearTimeout(worker.timer);
    worker.job = job;
    worker.timer = setTimeout(() => worker.child.kill('SIGKILL'), TASK_TIMEOUTS_MS[job.task.what]);
    this.#taskCount += 1;
    // The process did not start. Its error event follows.
    if (!worker.child.connected) return;
    worker.child.send({ id: this.#taskCount, task: job.task }, (error) => {
      if (error) worker.child.kill('SIGKILL');
    });
  }

  #finish(worker: Worker, answer: Omit<Reply, 'id'> | Error): void {
    clearTimeout(worker.timer);
    const { job } = worker;
    worker.job = null;
    worker.timer = setTimeout(() => {
      // Removed before the kill, so that it gets no further task.
      this.#workers.delete(worker);
      worker.child.kill('SIGKILL');
    }, this.#idleMs);
    worker.timer.unref();
    job?.reply(answer);
  }

  #start(): Worker | null {
    if (this.#workers.size >= MAX_WORKERS || this.#isClosed) return null;
    const child = startWorker(this.#folder);
    const worker: Worker = { child, job: null, timer: undefined };
    this.#workers.add(worker);
    let isReady = false;
    child.on('message', (message: Reply | Ready) => {
      if ('isReady' in message) return (isReady = true);
      this.#finish(worker, message);
      return this.#next();
    });
    const onGone = (reason: Error | number | null, signal?: string) => {
      child
        .off('error', onGone)
        .off('exit', onGone)
        .on('error', () => {});
      this.#workers.delete(worker);
      // A worker that never started says nothing about the file.
      const isOurs = this.#isClosed || !isReady;
      if (!isReady && !this.#isClosed)
        this.#log.warn({ err: reason, signal }, 'a worker for media did not start');
      this.#finish(worker, isOurs ? new AppError('unavailable') : new Refused('too_heavy'));
      clearTimeout(worker.timer);
      this.#next();
    };
    // A process that cannot start emits an error and no exit.
    child.on('error', onGone).on('exit', onGone);
    return worker;
  }
}
