import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';

export interface SendingOptions {
  /** Named prepared statements; off behind a pooler in transaction mode. */
  preparedStatements: boolean;
  /** Told of each statement sent; tests count with it. */
  onStatement?: ((sql: string) => void) | undefined;
}

export type Send = (text: string, values: unknown[]) => Promise<object>;

/**
 * How statements go out on one connection: each text as a named statement, so that it is planned once; all that is sent
 * before the event loop goes on in one piece, since handing it over is most of what it costs us; and a transaction's
 * beginning along with what follows it, which saves waiting for an answer that tells nothing.
 */
export function sendingTo(client: pg.PoolClient, options: SendingOptions): Send {
  const gather = gathering(client);
  let begun: Promise<unknown> | null = null;
  let isEnding = false;

  const send: Send = (text, values) => {
    options.onStatement?.(text);
    gather();
    // Transaction control carries no values and gains nothing from being prepared.
    return options.preparedStatements && values?.length > 0
      ? client.query({ name: statementName(text), text, values })
      : client.query(text, values);
  };

  /**
   * Where several statements were asked for at once and one failed, the others come when the transaction is being
   * rolled back: behind its end they would stand alone, and be kept.
   */
  const end: Send = async (text, values) => {
    isEnding = true;
    try {
      return await send(text, values);
    } finally {
      // Whoever waited for an answer that came along with this one asks for more before the event loop goes on.
      if (text === 'rollback') await turn();
      isEnding = false;
    }
  };

  return async (text, values) => {
    if (isEnding) throw new Error('The transaction is over.');
    if (text === 'begin') {
      begun = send(text, values);
      // Whoever sends next hears of it.
      begun.catch(() => {});
      return { command: 'BEGIN', rowCount: null, rows: [] };
    }
    const isEnd = text === 'commit' || text === 'rollback';
    // Should the beginning alone fail, its first statement has run by itself; nothing is known that fails only the one.
    const [before, answer] = [begun, isEnd ? end(text, values) : send(text, values)];
    begun = null;
    if (before) await Promise.all([before, answer]);
    return answer;
  };
}

/** To be called before something is sent: has it leave together with all that is sent before the event loop goes on. */
function gathering(client: pg.PoolClient): () => void {
  const { stream } = (client as unknown as { connection: { stream: NodeJS.WritableStream } })
    .connection as { stream: { cork?(): void; uncork?(): void } };
  let isHeld = false;
  return () => {
    if (isHeld) return;
    isHeld = true;
    stream.cork?.();
    process.nextTick(() => {
      isHeld = false;
      stream.uncork?.();
    });
  };
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
