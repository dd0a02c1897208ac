import { ApiError, isUnanswered } from '../../../lib/api/api-error.ts';

/** Whether a later attempt may succeed: no answer came, or the server is busy or has a fault. */
export const isTemporary = (error: unknown): boolean =>
  isUnanswered(error) ||
  (error instanceof ApiError && (error.status === 429 || error.status >= 500));
