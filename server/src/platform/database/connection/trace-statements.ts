import type { Traces } from '../../../kernel/ports.ts';
import type { Connection } from './statement-sender.ts';

const MAX_TEXT_LENGTH = 2_048;

/**
 * A connection whose statements are spans. Values are never part of them: the text has placeholders. The span of a shared read includes
 * its wait for the connection, and belongs to the request that asked.
 */
export function traceStatements(connection: Connection, traces: Traces): Connection {
  const { query } = connection;
  return {
    query: async (text, values, statement) => {
      // Statements of timers belong to no request.
      if (traces.current() === undefined) return query(text, values, statement);
      const facts = {
        'db.system.name': 'postgresql',
        'db.query.text': text.slice(0, MAX_TEXT_LENGTH),
      };
      const name = /^\w+/.exec(text)?.[0] ?? 'statement';
      return traces.inSpan(name, { kind: 'client', parent: 'running', facts }, async () =>
        query(text, values, statement),
      );
    },
    release: (isLost) => connection.release(isLost),
  };
}
