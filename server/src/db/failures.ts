/** What PostgreSQL and its driver say when something fails, put into the few kinds we answer differently. */

function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** A deadlock or serialisation failure: the same work, run again, can pass. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}

/** What Citus puts behind the name of a constraint: which shard's it is. */
const SHARD = /_\d{6,}$/;

/** Which unique constraint refused a row, if one did. */
export function violatedConstraint(error: unknown): string | undefined {
  if (sqlState(error) !== '23505') return undefined;
  // From another node comes the message alone.
  const { constraint, message } = error as { constraint?: unknown; message?: unknown };
  const name =
    typeof constraint === 'string'
      ? constraint
      : /unique constraint "(.+)"/.exec(String(message))?.[1];
  return name?.replace(SHARD, '');
}

const LOST =
  /terminated unexpectedly|timeout exceeded when trying to connect|Connection ended|not queryable|ECONNRE|EPIPE/;

/** The database is away, restarting or overloaded; nothing the caller sent is at fault. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  // 08 connection, 28 and 3D not let in, 53 resources, 57P operator intervention, 57014 timed out,
  // 55000 closed to connections, 55P03 lock not available.
  if (/^(08|28|3D|53|57P|57014|55000|55P03)/.test(state)) return true;
  if (/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(state)) return true;
  // Where it is reached by a socket that is a file, that file goes with it (ENOENT).
  if ((error as { syscall?: unknown } | null)?.syscall === 'connect') return true;
  return error instanceof Error && LOST.test(error.message);
}

/** A value no column or index can hold (a NUL, half a surrogate pair, a number out of range, a word too long) that slipped past the schemas. */
export function isBadValue(error: unknown): boolean {
  return /^(22|54)/.test(sqlState(error) ?? '');
}
