import { randomKey } from '../random-key.ts';
import { storedText, take } from '../storage.ts';

const kept = storedText('sessionStorage', 'roost:tab');

/** Identifies this tab to the server after a reconnect, because the tab may be in a call. */
export const tabName: string = take(kept) ?? randomKey();

// A page from the back/forward cache still has its name.
if (typeof window !== 'undefined') addEventListener('pageshow', () => void take(kept));

/**
 * Stores the name for the reloaded page. Call it only while this page unloads. A duplicated tab copies the storage, and two
 * tabs must never have the same name. Without storage, the reloaded page counts as a new tab.
 */
export function keepTabName(): void {
  kept.write(tabName);
}
