import { useEffect, useState } from 'react';

/** Milliseconds from the last key to the search. */
export const SEARCH_DEBOUNCE_MS = 500;
/** It is short, because the suggestions of names and hashtags follow the typed text. */
export const SUGGEST_DEBOUNCE_MS = 150;

/** Returns the value after it has been stable for `delayMs` (debounce). */
export function useDebouncedValue(value: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
