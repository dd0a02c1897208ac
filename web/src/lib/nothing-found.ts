import { ApiError } from './api-error.ts';

/** What the server can't look for (too long, or with characters no text has) is nowhere: another try would not help. */
export function isNothingFound(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.status === 404 || (error.status === 400 && error.code === 'bad_input'))
  );
}
