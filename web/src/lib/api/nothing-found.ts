import { ApiError } from './api-error.ts';

/** The server found nothing or cannot search for such a text. The interface then offers no second try. */
export function isNothingFound(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.status === 404 || (error.status === 400 && error.code === 'bad_input'))
  );
}
