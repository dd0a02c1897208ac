import { LONGEST_SEARCH } from '@roost/contract/search-query';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation } from 'react-router';
import { SEARCH_DEBOUNCE_MS } from '../../lib/constants.ts';
import { IconButton } from '../../ui/icon-button.tsx';

const LABEL = 'Search people, posts or hashtags';

/** Where a search is typed; it is told half a second after the last key, and at once on Enter. */
export function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const box = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState({ q, text: q });
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  // A link or Back brought another search here; one of our own leaves the text as it is being typed.
  if (shown.q !== q) setShown({ q, text: shown.text.trim() === q ? shown.text : q });

  const wanted = shown.text.trim();
  useEffect(() => {
    if (wanted === q) return undefined;
    const timer = setTimeout(() => search.current(wanted), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted, q]);

  const { key, state } = useLocation();
  const isAskedFor = (state as { focusSearch?: unknown } | null)?.focusSearch === true;
  useEffect(() => {
    if (isAskedFor) box.current?.focus();
  }, [key, isAskedFor]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (wanted !== q) onSearch(wanted);
    // On a phone the keyboard has done its work.
    if (matchMedia('(pointer: coarse)').matches) box.current?.blur();
  }

  return (
    <form role="search" onSubmit={submit} className="relative">
      <Search
        size={20}
        strokeWidth={1.75}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-4 my-auto text-muted"
      />
      <input
        ref={box}
        type="search"
        aria-label={LABEL}
        placeholder={LABEL}
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LONGEST_SEARCH}
        dir="auto"
        value={shown.text}
        onChange={(event) => setShown({ q, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && shown.text !== '') setShown({ q, text: '' });
        }}
        className="block h-11 w-full rounded-full border border-control bg-raised px-12 text-input text-ellipsis focus-visible:outline-offset-0 md:text-body [&::-webkit-search-cancel-button]:hidden"
      />
      {shown.text !== '' && (
        <IconButton
          label="Clear"
          onClick={() => {
            setShown({ q, text: '' });
            onSearch('');
            box.current?.focus();
          }}
          className="absolute inset-y-0 right-1 my-auto"
        >
          <X size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
    </form>
  );
}
