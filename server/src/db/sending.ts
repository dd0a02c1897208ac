import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';

export interface SendingOptions {
  /** Named prepared statements; off behind a pooler in transaction mode. */
  preparedStatements: boolean;
  /** Told of each statement sent; tests count with it. */
  onStatement?: ((sql: string) => void) | undefined;
}

type Send = (text: string, values: unknown[]) => Promise<object>;

/**
 * How statements go out on one connection: each text as a named statement, so that it is planned once, and a
 * transaction's beginning along with what follows it, which saves waiting for an answer that tells nothing.
 */
export function sendingTo(client: pg.PoolClient, options: SendingOptions): Send {
  const underWay = new Set<Promise<unknown>>();
  let begun: Promise<unknown> | null = null;

  const send: Send = (text, values) => {
    options.onStatement?.(text);
    // Transaction control carries no values and gains nothing from being prepared.
    const answer: Promise<object> =
      options.preparedStatements && values?.length > 0
        ? client.query({ name: statementName(text), text, values })
        : client.query(text, values);
    underWay.add(answer);
    const done = () => underWay.delete(answer);
    answer.then(done, done);
    return answer;
  };

  return async (text, values) => {
    if (text === 'begin') {
      begun = together(client, () => send(text, values));
      // Whoever sends next hears of it.
      begun.catch(() => {});
      return { command: 'BEGIN', rowCount: null, rows: [] };
    }
    if (text === 'rollback') await calm(underWay);
    const [before, answer] = [begun, send(text, values)];
    begun = null;
    if (before) await Promise.all([before, answer]);
    return answer;
  };
}

/** Has this leave in one piece with what else is sent before the event loop goes on. */
function together<T>(client: pg.PoolClient, work: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: NodeJS.WritableStream } })
    .connection as { stream: { cork?(): void; uncork?(): void } };
  stream.cork?.();
  process.nextTick(() => stream.uncork?.());
  return work();
}

/**
 * Waits for what is still under way. Where several statements were asked for at once and the first failed, the others
 * would otherwise run on a connection that somebody else has by then.
 */
async function calm(underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  for (; underWay.size > 0; await turn()) await Promise.allSettled(underWay);
}

const names = new Map<string, string>();

function statementName(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}
