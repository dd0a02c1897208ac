import type { Send } from './sending.ts';

/** A connection taken from the pool, as far as is needed of it. */
export interface Client {
  query: Send;
  release(isLost?: boolean): void;
}

/** A read that waits for a connection. */
interface Waiting {
  text: string;
  values: unknown[];
  resolve: (answer: object) => void;
  reject: (reason: unknown) => void;
}

/** Reads that go out together. Few, since they are answered one after the other: a slow one holds up no more than these. */
const MOST_TOGETHER = 4;

/**
 * Shares connections among reads that are asked for at the same moment, as those that load one page are: they leave in one
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
        if (!own && isRead(text)) return this.#read(text, values);
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

  async #read(text: string, values: unknown[]): Promise<object> {
    const batch = this.#gathering ?? this.#gather();
    return new Promise((resolve, reject) => {
      batch.push({ text, values, resolve, reject });
      if (batch.length === MOST_TOGETHER) this.#close(batch);
    });
  }

  /** Until there is a connection, which takes till the end of this moment at least. */
  #gather(): Waiting[] {
    const batch: Waiting[] = [];
    this.#gathering = batch;
    this.#connect().then(
      (client) => {
        this.#close(batch);
        void answer(client, batch);
      },
      (error: unknown) => {
        this.#close(batch);
        for (const { reject } of batch) reject(error);
      },
    );
    return batch;
  }

  #close(batch: Waiting[]): void {
    if (this.#gathering === batch) this.#gathering = null;
  }
}

/** Each by itself: one that fails fails alone. */
async function answer(client: Client, batch: Waiting[]): Promise<void> {
  await Promise.all(
    batch.map(async ({ text, values, resolve, reject }) =>
      client.query(text, values).then(resolve, reject),
    ),
  );
  client.release();
}

const known = new Map<string, boolean>();

/** Whether a statement only reads, and waits for nobody's lock. In doubt it doesn't. */
function isRead(text: string): boolean {
  let answered = known.get(text);
  if (answered === undefined) {
    answered =
      /^\s*(select|with)\b/i.test(text) &&
      !/\b(insert|update|delete|merge|share|lock|set_config|pg_\w*advisory\w*|add_job)\b/i.test(
        text,
      );
    known.set(text, answered);
  }
  return answered;
}
