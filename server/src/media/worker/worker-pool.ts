import type { ChildProcess } from 'node:child_process';
import { AppError } from '@roost/contract/errors';
import { startWorker } from './worker-process.ts';
import { Refused, type Reply, type ResultOf, type Task } from './worker-tasks.ts';

const WORKERS = 2;
/** Tasks that may wait; more are refused until some are done. */
const MAX_WAITING = 64;
const TIME_LIMITS = { picture: 30_000, video: 120_000 };

interface Job {
  owner: string;
  task: Task;
  settle: (reply: Omit<Reply, 'id'> | Error) => void;
}

interface Worker {
  child: ChildProcess;
  job: Job | null;
  /** Ends the job that takes too long, or the worker that has none. */
  timer: NodeJS.Timeout | undefined;
}

/**
 * Reads what people send in processes of their own: started when there is something, one task at a time each, and
 * ended when there is nothing more. A file that brings its worker down is refused, and harms nobody else.
 */
export class WorkerPool {
  readonly #workers = new Set<Worker>();
  readonly #waiting: Job[] = [];
  readonly #folder: string;
  readonly #idle: number;
  #isClosed = false;
  #tasks = 0;

  /** `folder` holds all that is read and made; `idle`: milliseconds a worker without work is kept. */
  constructor(folder: string, idle = 20_000) {
    this.#folder = folder;
    this.#idle = idle;
  }

  /** Rejects with a Refused when the file is at fault. */
  async run<T extends Task>(owner: string, task: T): Promise<ResultOf<T>> {
    if (this.#isClosed || this.#waiting.length >= MAX_WAITING)
      throw new AppError('unavailable', { retryAfter: 5 });
    const reply = await new Promise<Omit<Reply, 'id'> | Error>((settle) => {
      this.#waiting.push({ owner, task, settle });
      this.#next();
    });
    if (reply instanceof Error) throw reply;
    if ('problem' in reply) {
      const { problem, detail } = reply as Extract<Reply, { problem: unknown }>;
      throw new Refused(problem, detail);
    }
    return (reply as { result: ResultOf<T> }).result;
  }

  /** Ends everything; what was under way is refused as unavailable. */
  close(): void {
    this.#isClosed = true;
    for (const job of this.#waiting.splice(0)) job.settle(new AppError('unavailable'));
    for (const worker of this.#workers) worker.child.kill('SIGKILL');
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const worker = [...this.#workers].find(({ job }) => !job) ?? this.#start();
    if (!worker) return;
    // Somebody who waits for nothing else comes before the next of those who send a lot.
    const busy = new Set([...this.#workers].map(({ job }) => job?.owner));
    const fair = this.#waiting.findIndex(({ owner }) => !busy.has(owner));
    const [job] = this.#waiting.splice(Math.max(0, fair), 1);
    if (job) this.#give(worker, job);
    this.#next();
  }

  #give(worker: Worker, job: Job): void {
    clearTimeout(worker.timer);
    worker.job = job;
    worker.timer = setTimeout(() => worker.child.kill('SIGKILL'), TIME_LIMITS[job.task.what]);
    this.#tasks += 1;
    worker.child.send({ id: this.#tasks, task: job.task }, (error) => {
      if (error) worker.child.kill('SIGKILL');
    });
  }

  #finish(worker: Worker, reply: Omit<Reply, 'id'> | Error): void {
    clearTimeout(worker.timer);
    const { job } = worker;
    worker.job = null;
    worker.timer = setTimeout(() => {
      // Before its end is known, it must be given nothing more.
      this.#workers.delete(worker);
      worker.child.kill('SIGKILL');
    }, this.#idle);
    worker.timer.unref();
    job?.settle(reply);
  }

  #start(): Worker | null {
    if (this.#workers.size >= WORKERS || this.#isClosed) return null;
    const child = startWorker(this.#folder);
    const worker: Worker = { child, job: null, timer: undefined };
    this.#workers.add(worker);
    child.on('message', (reply: Reply) => {
      this.#finish(worker, reply);
      this.#next();
    });
    child.once('error', () => child.kill('SIGKILL'));
    child.once('exit', () => {
      this.#workers.delete(worker);
      const isOurs = this.#isClosed;
      const reply = isOurs ? new AppError('unavailable') : new Refused('too_heavy');
      this.#finish(worker, reply);
      clearTimeout(worker.timer);
      this.#next();
    });
    return worker;
  }
}
