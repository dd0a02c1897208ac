import { trimText } from '@roost/contract/text/text';
import { useEffect, useEffectEvent, useState } from 'react';
import { SEARCH_DEBOUNCE_MS, useDebouncedValue } from '../../../lib/use-debounced-value.ts';

/** The text in the search box. Calls `onSearch` half a second after the last key (debounce), and when the box searches at once. */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  /** `awaited` are the box's own searches that the page does not show yet, oldest first. */
  const [shown, setShown] = useState({ q, text: q, awaited: [] as string[] });
  // The page shows another search. If it is the box's own, the typed text stays, because it may be newer. Otherwise a link or Back
  // has opened it.
  if (shown.q !== q) {
    const isOwn = shown.awaited.includes(q);
    const awaited = isOwn ? shown.awaited.slice(shown.awaited.indexOf(q) + 1) : [];
    setShown({ q, text: isOwn ? shown.text : q, awaited });
  }

  const search = (searched: string) => {
    setShown((before) => {
      const newest = before.awaited.at(-1) ?? before.q;
      return searched === newest ? before : { ...before, awaited: [...before.awaited, searched] };
    });
    onSearch(searched);
  };

  const wanted = trimText(shown.text);
  const debounced = useDebouncedValue(wanted, SEARCH_DEBOUNCE_MS);
  const searchTyped = useEffectEvent(search);
  useEffect(() => {
    if (debounced === wanted && wanted !== q) searchTyped(wanted);
  }, [debounced, wanted, q]);

  const setText = (text: string) => setShown((before) => ({ ...before, text }));
  return { text: shown.text, wanted, setText, search };
}
