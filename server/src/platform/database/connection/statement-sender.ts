import { createHash } from 'node:crypto';
import type { Metrics, Traces } from '../../../kernel/ports.ts';
import { isPlanStale } from '../failures.ts';
import type { SocketClient } from './socket-client.ts';

export interface SenderOptions {
  /** Named prepared statements; off behind a pooler in transaction mode. */
  preparedStatements: boolean;
  /** Measures how long statements take, and counts the connections of the pool. */
  metrics?: Pick<Metrics, 'statements' | 'addPool'> | undefined;
  traces?: Traces | null | undefined;
  /** Receives each statement. Tests count with it. */
  onStatement?: ((sql: string, values: unknown[], statement: StatementOptions) => void) | undefined;
  /** Receives each result. Tests compare its columns with the declared ones. */
  onResult?: ((sql: string, result: object) => void) | undefined;
}

/** Options of one statement. */
export interface StatementOptions {
  /** A read that shares the connection with reads of other requests. */
  isShared?: boolean;
  /** A statement that belongs to no request. */
  isBackground?: boolean;
}

export type Send = (
  text: string,
  values: unknown[],
  statement?: StatementOptions,
) => Promise<object>;

/** A connection from the pool, reduced to what sends statements. */
export interface Connection {
  query: Send;
  release(isLost?: boolean): void;
}

/** Sends statements on one connection. Each text with values becomes a named statement, so that PostgreSQL plans it once. */
export function openSender(client: SocketClient, options: SenderOptions): Send {
  return (text, values, statement = {}) => {
    options.onStatement?.(text, values ?? [], statement);
    // Transaction control has no values and gains nothing from being prepared.
    const answer: Promise<object> =
      options.preparedStatements && values?.length > 0
        ? queryByName(client, text, values, statement)
        : client.query(text, values);
    if (options.metrics) measure(answer, text, options.metrics);
    if (!options.onResult) return answer;
    return answer.then((result) => {
      options.onResult?.(text, result);
      return result;
    });
  };
}

/**
 * A migration of a newer node can change the columns of a prepared statement. Then all connections prepare it again under a new
 * name. A shared read, which is in no transaction, runs again at once. `transaction()` repeats all others.
 */
async function queryByName(
  client: SocketClient,
  text: string,
  values: unknown[],
  { isShared }: StatementOptions,
): Promise<object> {
  const name = statementName(text);
  try {
    return await client.query({ name, text, values });
  } catch (error) {
    if (!isPlanStale(error)) throw error;
    renameStatement(text, name);
    if (!isShared) throw error;
    return client.query({ name: statementName(text), text, values });
  }
}

function measure(
  answer: Promise<object>,
  text: string,
  { statements }: Pick<Metrics, 'statements'>,
): void {
  const since = performance.now();
  const done = () => statements.observe(labelsOf(text), (performance.now() - since) / 1_000);
  answer.then(done, done);
}

/** The first words of statements, the most frequent first, with their labels. Each label is one object for all statements. */
const kinds = Object.entries({
  select: { kind: 'select' },
  with: { kind: 'with' },
  insert: { kind: 'insert' },
  begin: { kind: 'transaction' },
  commit: { kind: 'transaction' },
  update: { kind: 'update' },
  delete: { kind: 'delete' },
  rollback: { kind: 'transaction' },
});
const otherKind = { kind: 'other' };

function labelsOf(text: string): { kind: string } {
  for (const [word, labels] of kinds) if (text.startsWith(word)) return labels;
  return otherKind;
}

const names = new Map<string, string>();
let renamed = 0;

function statementName(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}

/** Another caller may have renamed it already. */
function renameStatement(text: string, stale: string): void {
  if (names.get(text) === stale) names.set(text, `${stale.slice(0, 27)}.${(renamed += 1)}`);
}
