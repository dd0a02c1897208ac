import { trimText } from '@roost/contract/text/text';
import { useLayoutEffect, useRef, useState } from 'react';
import { SEARCH_DEBOUNCE_MS, useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { useWhenOnTop } from '../../../ui/overlays/use-when-on-top.ts';

/** The text in the search box. Calls `onSearch` half a second after the last key (debounce), and when the box searches at once. */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  const [text, setText] = useState(q);
  /** The box's own searches that the page does not show yet, oldest first. */
  const awaited = useRef<string[]>([]);
  /** The search for which the text stands. Until it is that of the page, the text may be that of the page before. */
  const [seen, setSeen] = useState(q);

  // An effect, because a page that React renders and discards has not been shown.
  useLayoutEffect(() => {
    const at = awaited.current.indexOf(q);
    awaited.current = at < 0 ? [] : awaited.current.slice(at + 1);
    // A link or Back opened this search. After the viewer's own search the typed text stays, because it may be newer.
    if (at < 0) setText(q);
    setSeen(q);
  }, [q]);

  const search = (searched: string) => {
    if (searched !== (awaited.current.at(-1) ?? q)) awaited.current.push(searched);
    onSearch(searched);
  };

  const wanted = trimText(text);
  const debounced = useDebouncedValue(wanted, SEARCH_DEBOUNCE_MS);
  // The search must not replace what the person has just opened.
  useWhenOnTop(seen === q && debounced === wanted && wanted !== q, () => search(wanted));

  return { text, wanted, setText, search };
}
