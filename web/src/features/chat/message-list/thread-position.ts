import { useCallback, useEffect, useRef, useState } from 'react';
import { sessionNumber } from '../../../lib/logout.ts';
import { isNewVisit } from '../../../lib/page/is-new-visit.ts';
import { pageKey } from '../../../lib/page/page-key.ts';
import { savedRowAnchor, saveRowAnchor, type RowAnchor } from '../../../lib/page/row-anchors.ts';
import { useLocation } from '../../../lib/router/router.tsx';

/** Where somebody reads in a thread. `row` is the key of a row. Undefined at the end of the thread. */
export type ThreadPosition = RowAnchor | undefined;

/** Returns the position in this thread that the history entry had before Back or a reload. */
export function useRestoredPosition(conversationId: string): ThreadPosition {
  const key = useKey(conversationId);
  return useState(() =>
    // The first entry of every visit has the same key.
    key.startsWith('default ') && isNewVisit() ? undefined : savedRowAnchor(key),
  )[0];
}

/** Returns the function that notes the position. It is saved when somebody leaves the thread or the page. */
export function useSavePosition(conversationId: string): (position: ThreadPosition) => void {
  const key = useKey(conversationId);
  const position = useRef<ThreadPosition>(undefined);
  const isNoted = useRef(false);
  useEffect(() => {
    const session = sessionNumber();
    // After a logout, the next person must not find where this one was.
    const save = () =>
      isNoted.current && session === sessionNumber() && saveRowAnchor(key, position.current);
    const saveHidden = () => document.visibilityState === 'hidden' && save();
    addEventListener('pagehide', save);
    document.addEventListener('visibilitychange', saveHidden);
    return () => {
      removeEventListener('pagehide', save);
      document.removeEventListener('visibilitychange', saveHidden);
      save();
    };
  }, [key]);
  return useCallback((next: ThreadPosition) => {
    position.current = next;
    isNoted.current = true;
  }, []);
}

function useKey(conversationId: string): string {
  // Leaving the thread must save under the entry that showed it.
  const location = useLocation();
  return useState(() => `${pageKey(location)} chat ${conversationId}`)[0];
}
