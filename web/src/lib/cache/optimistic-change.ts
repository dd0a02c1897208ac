import { sessionNumber } from '../logout.ts';
import type { Undo } from './write-cache.ts';

interface OptimisticChange<Answer> {
  /** Shows the change everywhere. */
  show: () => Undo;
  send: () => Promise<Answer>;
  /** Whether this error means that the change is already made, for example by another tab. */
  isAlreadyMade?: (error: unknown) => boolean;
  /** Not called after a logout. */
  succeeded?: (answer: Answer) => void;
  /** Called after the undo, also after a logout. `again` repeats the whole change. It is undefined after a logout. */
  failed: (error: unknown, again: (() => void) | undefined) => void;
}

/**
 * Shows a change at once and sends it. If the call fails, undoes the change. After a logout it neither undoes nor confirms
 * anything, because somebody else may be signed in. Resolves to whether the change is made. Rejects only with what `succeeded` or `failed` throws.
 */
export async function changeOptimistically<Answer>(
  change: OptimisticChange<Answer>,
): Promise<boolean> {
  const { show, send, isAlreadyMade, succeeded, failed } = change;
  const begun = sessionNumber();
  const undo = show();
  let answer: Answer;
  try {
    answer = await send();
  } catch (error) {
    if (isAlreadyMade?.(error)) return true;
    const isSameSession = begun === sessionNumber();
    if (isSameSession) undo();
    failed(error, isSameSession ? () => void changeOptimistically(change) : undefined);
    return false;
  }
  if (begun === sessionNumber()) succeeded?.(answer);
  return true;
}
