import { setImmediate as endOfTurn } from 'node:timers/promises';
import { DatabaseHangs } from './hang-detector.ts';
import type { Connection, StatementOptions, Send } from './statement-sender.ts';

/** A read that waits for a connection or its answer. */
interface Waiting {
  cost: Cost;
  text: string;
  values: unknown[];
  isBackground: boolean;
  resolve: (answer: object) => void;
  reject: (reason: unknown) => void;
}

/** The most reads that share a connection at once. PostgreSQL answers them in order, so a slow one delays those after it. */
const MAX_READS_PER_BATCH = 8;
/** A read that always takes longer than this goes out alone, so that it delays no other. */
const SLOW_READ_MS = 5;

const inRequest: StatementOptions = { isShared: true };
const inBackground: StatementOptions = { isShared: true, isBackground: true };

/**
 * Sends reads of one turn of the event loop on one connection, whichever requests they belong to. One process of
 * the database answers them all. This costs both sides about half as much as one database process per read.
 * A statement that waits for a lock would delay the reads of others. So callers mark the reads that may come here
 * (`Database.reads`), and tests refuse marked statements that are not plain reads.
 */
export class ReadPipeline {
  readonly #connect: () => Promise<Connection>;
  readonly #isDegraded: () => boolean;
  readonly #costs = new Map<string, Cost>();
  /** The batch that still takes reads. */
  #openBatch: Waiting[] | null = null;

  /** While a node of the database is away, each read goes out alone: it is unknown which of them wait for that node. */
  constructor(connect: () => Promise<Connection>, isDegraded: () => boolean) {
    this.#connect = connect;
    this.#isDegraded = isDegraded;
  }

  readonly query: Send = async (text, values, statement) =>
    new Promise((resolve, reject) => {
      const isBackground = statement?.isBackground ?? false;
      const waiting = { cost: this.#costOf(text), text, values, isBackground, resolve, reject };
      if (waiting.cost.leastMs > SLOW_READ_MS || this.#isDegraded()) {
        void this.#sendAll([waiting], this.#connect());
        return;
      }
      const batch = this.#openBatch ?? this.#startBatch();
      batch.push(waiting);
      if (batch.length === MAX_READS_PER_BATCH) this.#close(batch);
    });

  #costOf(text: string): Cost {
    let cost = this.#costs.get(text);
    if (!cost) {
      cost = { leastMs: 0 };
      this.#costs.set(text, cost);
    }
    return cost;
  }

  /** The batch takes reads until this turn is over and there is a connection. */
  #startBatch(): Waiting[] {
    const batch: Waiting[] = [];
    this.#openBatch = batch;
    void this.#sendAll(
      batch,
      endOfTurn().then(async () => this.#connect()),
    );
    return batch;
  }

  async #sendAll(batch: Waiting[], connected: Promise<Connection>): Promise<void> {
    try {
      const connection = await connected;
      this.#close(batch);
      const unanswered = await answer(connection, batch);
      connection.release();
      for (const waiting of unanswered) void this.#sendAll([waiting], this.#connect());
    } catch (error) {
      this.#close(batch);
      for (const { reject } of batch) reject(error);
    }
  }

  #close(batch: Waiting[]): void {
    if (this.#openBatch === batch) this.#openBatch = null;
  }
}

/**
 * Answers each read by itself: one that fails does not fail the others. Returns the reads that waited behind one without an
 * answer, because they can be sent again.
 */
async function answer(connection: Connection, batch: Waiting[]): Promise<Waiting[]> {
  let since = performance.now();
  const unanswered = new Set(batch);
  const behind: Waiting[] = [];
  await Promise.all(
    batch.map(async (waiting) => {
      const { cost, text, values, isBackground, resolve, reject } = waiting;
      try {
        resolve(await connection.query(text, values, isBackground ? inBackground : inRequest));
      } catch (error) {
        if (error instanceof DatabaseHangs) {
          const [first] = unanswered;
          return waiting === first ? reject(error) : void behind.push(waiting);
        }
        reject(error);
      }
      unanswered.delete(waiting);
      const now = performance.now();
      noteDuration(cost, now - since);
      since = now;
      return undefined;
    }),
  );
  return behind;
}

/** How long one statement takes. */
interface Cost {
  /** The shortest recent duration in milliseconds, when nothing else delayed the statement. */
  leastMs: number;
}

/** A statement may become slower as tables grow. It counts as slow after about a dozen slow answers. */
function noteDuration(cost: Cost, ms: number): void {
  cost.leastMs = Math.min(ms, cost.leastMs * 1.25 + 0.1);
}
