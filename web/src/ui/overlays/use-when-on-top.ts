import { useEffect, useEffectEvent } from 'react';
import { currentEntryKey, useLocation } from '../../lib/router/router.tsx';
import { pageKey } from '../../lib/page/page-key.ts';
import { isUnderSheet } from './sheet-history.ts';

const RETRY_MS = 500;

/**
 * Calls `act` when it is due, but only while the page's own history entry is the current one. So `act` may replace that
 * entry. It waits while a sheet or the media viewer lies over the page, or another page loads.
 */
export function useWhenOnTop(isDue: boolean, act: () => void): void {
  const location = useLocation();
  const tryNow = useEffectEvent(() => {
    if (isUnderSheet() || currentEntryKey() !== pageKey(location)) return false;
    act();
    return true;
  });
  useEffect(() => {
    if (!isDue || tryNow()) return undefined;
    // The router does not learn when a sheet closes.
    const retries = setInterval(() => tryNow() && clearInterval(retries), RETRY_MS);
    return () => clearInterval(retries);
    // A change of the address may have undone the act.
  }, [isDue, location]);
}
