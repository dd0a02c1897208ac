/** A file that can never be posted. The message is for the person. */
export class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError';
}
