import { trimText } from '@roost/contract/text/text';
import { useEffect, useRef, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '../../../lib/use-debounced-value.ts';

/** The text in the search box. Calls `onSearch` half a second after the last key (debounce). */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  const [shown, setShown] = useState({ q, text: q });
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  // A link or Back has opened another search. The box's own search leaves the typed text unchanged.
  if (shown.q !== q) setShown({ q, text: trimText(shown.text) === q ? shown.text : q });

  const wanted = trimText(shown.text);
  useEffect(() => {
    if (wanted === q) return undefined;
    const timer = setTimeout(() => search.current(wanted), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted, q]);

  return { text: shown.text, wanted, setText: (text: string) => setShown({ q, text }) };
}
