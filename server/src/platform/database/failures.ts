/** Sorts the errors of PostgreSQL and its driver into the few kinds that get different answers. */

function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** A deadlock, a serialisation failure, or a schema that changed meanwhile: the same work, run again, can pass. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01' || isPlanStale(error) || isRowTypeStale(error);
}

/**
 * A migration of a newer node changed the columns that a prepared statement returns (`select *`). The connection refuses the
 * statement until it is prepared again.
 */
export function isPlanStale(error: unknown): boolean {
  return sqlState(error) === '0A000' && /cached plan must not change/.test(messageOf(error));
}

/** A function waited for a lock while a migration added a column to the table whose rows it returns. */
function isRowTypeStale(error: unknown): boolean {
  return sqlState(error) === '42804' && /does not match function result/.test(messageOf(error));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

/** Citus appends the number of the shard to the name of a constraint. */
const SHARD = /_\d{6,}$/;

/** The unique constraint that refused a row, if one did. */
export function violatedConstraint(error: unknown): string | undefined {
  if (sqlState(error) !== '23505') return undefined;
  // An error from another node has only the message.
  const { constraint, message } = error as { constraint?: unknown; message?: unknown };
  const name =
    typeof constraint === 'string'
      ? constraint
      : /unique constraint "(.+)"/.exec(String(message))?.[1];
  return name?.replace(SHARD, '');
}

/** Messages of the driver, and of a coordinator that lost a node. Citus gives most of these without a code. */
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Connection ended|not queryable|ECONNRE|EPIPE|SSL SYSCALL error|marked as essential|connection (not open|to the remote node)|could not (establish any connections|connect) to|server closed the connection|no connection to the server|could not (receive|send) data (from|to) server/i;

/** The database is away, restarts or is overloaded. The caller did nothing wrong. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  // 08 connection, 28 and 3D access refused, 53 resources, 57P operator intervention, 57014 time limit,
  // 55000 closed to connections, 55P03 lock not available.
  if (/^(08|28|3D|53|57P|57014|55000|55P03)/.test(state)) return true;
  if (/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(state)) return true;
  // A socket file disappears together with the database (ENOENT).
  if ((error as { syscall?: unknown } | null)?.syscall === 'connect') return true;
  return error instanceof Error && LOST.test(error.message);
}

/**
 * No column or index can hold a value, although the schemas accepted it. Examples are a NUL, half a surrogate pair and a
 * number out of range.
 */
export function isBadValue(error: unknown): boolean {
  return /^(22|54)/.test(sqlState(error) ?? '');
}
