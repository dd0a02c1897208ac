import { onLogout } from '../logout.ts';
import type { Undo } from './write-cache.ts';

interface OptimisticChange<Answer> {
  /** Shows the change everywhere. */
  show: () => Undo;
  send: () => Promise<Answer>;
  /** Whether this error means that the change is already made, for example by another tab. */
  isAlreadyMade?: (error: unknown) => boolean;
  succeeded?: (answer: Answer) => void;
  /** Called after the undo. `again` repeats the whole change. It is undefined after a logout. */
  failed: (error: unknown, again: (() => void) | undefined) => void;
}

let session = 0;
onLogout(() => (session += 1));

/**
 * Shows a change at once and sends it. If the call fails, undoes the change, unless somebody else may be signed in.
 * Resolves to whether the change is made. Rejects only with what `failed` throws.
 */
export async function changeOptimistically<Answer>(
  change: OptimisticChange<Answer>,
): Promise<boolean> {
  const { show, send, isAlreadyMade, succeeded, failed } = change;
  const begun = session;
  const undo = show();
  try {
    const answer = await send();
    succeeded?.(answer);
  } catch (error) {
    if (isAlreadyMade?.(error)) return true;
    const isSameSession = begun === session;
    if (isSameSession) undo();
    failed(error, isSameSession ? () => void changeOptimistically(change) : undefined);
    return false;
  }
  return true;
}
