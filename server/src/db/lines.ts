import { setImmediate as turn } from 'node:timers/promises';
import type { Send } from './sending.ts';

/** A connection taken from the pool, as far as is needed of it. */
export interface Client {
  query: Send;
  release(isLost?: boolean): void;
}

/** A read that waits for a connection. */
interface Waiting {
  read: Read;
  text: string;
  values: unknown[];
  resolve: (answer: object) => void;
  reject: (reason: unknown) => void;
}

/** Reads that go out together. Few, since they are answered one after the other: a slow one holds up no more than these. */
const MOST_TOGETHER = 8;
/** A read that takes longer whenever it is asked for goes out alone, so that it holds up none. Milliseconds. */
const SLOW = 5;

/**
 * Shares connections among reads that are asked for in one turn of the event loop, for whatever requests: they leave in one
 * piece, and one process of the database answers them all. That costs both sides little more than half of what it costs to
 * wake one for each. Whatever else is sent, transactions first of all, has a connection of its own.
 */
export class Lines {
  readonly #connect: () => Promise<Client>;
  #gathering: Waiting[] | null = null;

  constructor(connect: () => Promise<Client>) {
    this.#connect = connect;
  }

  /** What Kysely asks for before each statement outside a transaction, and once for each transaction. */
  open(): Client {
    let own: Promise<Client> | null = null;
    return {
      query: async (text, values) => {
        const read = own ? null : readOf(text);
        if (read) return this.#read(read, text, values);
        own ??= this.#connect();
        return (await own).query(text, values);
      },
      release: (isLost) => {
        void own?.then(
          (client) => client.release(isLost),
          () => {},
        );
      },
    };
  }

  async #read(read: Read, text: string, values: unknown[]): Promise<object> {
    return new Promise((resolve, reject) => {
      const waiting = { read, text, values, resolve, reject };
      if (read.least > SLOW) {
        void this.#send([waiting], this.#connect());
        return;
      }
      const batch = this.#gathering ?? this.#gather();
      batch.push(waiting);
      if (batch.length === MOST_TOGETHER) this.#close(batch);
    });
  }

  /** Until this turn is over and there is a connection. */
  #gather(): Waiting[] {
    const batch: Waiting[] = [];
    this.#gathering = batch;
    void this.#send(
      batch,
      turn().then(async () => this.#connect()),
    );
    return batch;
  }

  async #send(batch: Waiting[], connected: Promise<Client>): Promise<void> {
    try {
      const client = await connected;
      this.#close(batch);
      await answer(client, batch);
      client.release();
    } catch (error) {
      this.#close(batch);
      for (const { reject } of batch) reject(error);
    }
  }

  #close(batch: Waiting[]): void {
    if (this.#gathering === batch) this.#gathering = null;
  }
}

/** Each by itself: one that fails fails alone. */
async function answer(client: Client, batch: Waiting[]): Promise<void> {
  let since = performance.now();
  await Promise.all(
    batch.map(async ({ read, text, values, resolve, reject }) => {
      await client.query(text, values).then(resolve, reject);
      const now = performance.now();
      took(read, now - since);
      since = now;
    }),
  );
}

/** What is known of a statement that only reads, and waits for nobody's lock. */
interface Read {
  /** What it takes where nothing else keeps it waiting, as far as that was seen of late. Milliseconds. */
  least: number;
}

/** It may come to take longer, as tables grow: that is believed after a dozen times. */
function took(read: Read, ms: number): void {
  read.least = Math.min(ms, read.least * 1.25 + 0.1);
}

const known = new Map<string, Read | null>();

/** In doubt it doesn't only read. */
function readOf(text: string): Read | null {
  let read = known.get(text);
  if (read === undefined) {
    const isRead =
      /^\s*(select|with)\b/i.test(text) &&
      !/\b(insert|update|delete|merge|share|lock|set_config|pg_\w*advisory\w*|add_job)\b/i.test(
        text,
      );
    read = isRead ? { least: 0 } : null;
    known.set(text, read);
  }
  return read;
}
