import type { OutgoingFailureReason } from '../../../kernel/ports.ts';

/** Ends a request to another site. It never leaves this folder: callers get a result. */
export class OutgoingFailure extends Error {
  readonly reason: OutgoingFailureReason;

  constructor(reason: OutgoingFailureReason) {
    super(`outgoing request: ${reason}`);
    this.reason = reason;
  }
}

/** Says why a request failed. `isLate` is whether its time is over, which comes first: it breaks connections and look-ups. */
export function reasonOf(error: unknown, isLate: boolean): OutgoingFailureReason {
  if (isLate) return 'time';
  if (error instanceof OutgoingFailure) return error.reason;
  const { code } = error as { code?: unknown };
  // Errors of Node's HTTP parser, zlib and Brotli.
  return typeof code === 'string' && /^(?:HPE_|Z_|ERR__ERROR_|ERR_BROTLI|ERR_PADDING)/.test(code)
    ? 'answer'
    : 'connection';
}
