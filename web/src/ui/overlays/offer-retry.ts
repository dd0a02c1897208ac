import { isUnanswered } from '../../lib/api/api-error.ts';
import { toast } from './toasts.ts';

/** After a call without an answer, shows a toast with a retry button. Without `again`, it cannot be repeated. */
export function offerRetry(error: unknown, again: (() => void) | undefined): void {
  if (again && isUnanswered(error)) toast.retry(error.message, again);
}
