/** A reason not to start that a person can act on: shown as its one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
