import { trimText } from '@roost/contract/text/text';
import { useEffect, useEffectEvent, useState } from 'react';
import { SEARCH_DEBOUNCE_MS, useDebouncedValue } from '../../../lib/use-debounced-value.ts';

/** The text in the search box. Calls `onSearch` half a second after the last key (debounce). */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  const [shown, setShown] = useState({ q, text: q });
  // A link or Back has opened another search. The box's own search leaves the typed text unchanged.
  if (shown.q !== q) setShown({ q, text: trimText(shown.text) === q ? shown.text : q });

  const wanted = trimText(shown.text);
  const debounced = useDebouncedValue(wanted, SEARCH_DEBOUNCE_MS);
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    if (debounced === wanted && wanted !== q) search(wanted);
  }, [debounced, wanted, q]);

  return { text: shown.text, wanted, setText: (text: string) => setShown({ q, text }) };
}
