import { trimText } from '@roost/contract/text/text';
import { useState } from 'react';
import { SEARCH_DEBOUNCE_MS, useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { useWhenOnTop } from '../../../ui/overlays/use-when-on-top.ts';

/** The text in the search box. Calls `onSearch` half a second after the last key (debounce), and when the box searches at once. */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  /** `awaited` holds the box's own searches that the page does not show yet, oldest first. */
  const [shown, setShown] = useState({ q, text: q, awaited: [] as string[] });
  // The page shows another search. If it is the box's own, the typed text stays, because it may be newer. Otherwise a link or Back
  // has opened it.
  if (shown.q !== q) {
    const at = shown.awaited.indexOf(q);
    setShown({
      q,
      text: at < 0 ? q : shown.text,
      awaited: at < 0 ? [] : shown.awaited.slice(at + 1),
    });
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
  // The search must not replace what the person has just opened.
  useWhenOnTop(debounced === wanted && wanted !== q, () => search(wanted));

  const setText = (text: string) => setShown((before) => ({ ...before, text }));
  return { text: shown.text, wanted, setText, search };
}
