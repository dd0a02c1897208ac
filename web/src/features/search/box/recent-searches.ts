import { onLogout } from '../../../lib/logout.ts';
import {
  onOtherTab,
  storedJson,
  storedKeys,
  storedText,
  validItems,
} from '../../../lib/storage.ts';
import { keyedStore, useKeyedStore } from '../../../lib/store.ts';

/** Key prefix in local storage. The member's id follows it. */
const KEY_PREFIX = 'roost:searches:';
export const MAX_RECENT_SEARCHES = 8;

const storageOf = (userId: string) =>
  storedJson('localStorage', KEY_PREFIX + userId, (value) => validItems(value, isSearch));
const searches = keyedStore((userId) => storageOf(userId).read() ?? []);

/** A member's recent searches in this browser, the newest first. Updates when other tabs add some. */
export const useRecentSearches = (userId: string): string[] => useKeyedStore(searches, userId);

onOtherTab(searches.clear, KEY_PREFIX);
onLogout(searches.clear);

export function rememberSearch(userId: string, text: string): void {
  change(userId, (searches) => [text, ...without(searches, text)]);
}

export function forgetSearch(userId: string, text: string): void {
  change(userId, (searches) => without(searches, text));
}

export function clearSearches(userId: string): void {
  change(userId, () => []);
}

/** Clears the searches of all members, after a sign-out. */
export function clearAllSearches(): void {
  for (const key of storedKeys('localStorage', KEY_PREFIX))
    storedText('localStorage', key).write(undefined);
  searches.clear();
}

/** Removes a search, ignoring case. */
function without(searches: string[], text: string): string[] {
  return searches.filter((each) => each.toLowerCase() !== text.toLowerCase());
}

function change(userId: string, make: (searches: string[]) => string[]): void {
  const storage = storageOf(userId);
  const next = make(storage.read() ?? []).slice(0, MAX_RECENT_SEARCHES);
  // If the browser refuses storage, the search is not kept.
  storage.write(next.length === 0 ? undefined : next);
  searches.clear();
}

const isSearch = (value: unknown): value is string => typeof value === 'string' && value !== '';
