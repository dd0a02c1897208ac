/** A start failure that the operator can fix. The server prints its one line without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
