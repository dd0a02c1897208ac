import { Search, X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useViewerId } from '../features/auth/viewer.ts';
import { bookmarkFilter } from '../features/posts/bookmark-filter.ts';
import { PostList } from '../features/posts/post-list.tsx';
import { bookmarksQuery } from '../features/posts/post-lists.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export function BookmarksScreen() {
  usePageTitle('Bookmarks');
  const viewerId = useViewerId();
  const [words, setWords] = useState(() => rememberedWords(viewerId));
  const filter = useMemo(() => bookmarkFilter(words), [words]);

  function change(next: string) {
    rememberWords({ viewerId, words: next });
    setWords(next);
  }

  return (
    <>
      <PageHeader title="Bookmarks" />
      <FilterBox words={words} onChange={change} />
      <PostList
        query={bookmarksQuery}
        label="Bookmarks"
        empty="No bookmarks found."
        errorText={() => 'Failed to load bookmarks.'}
        filter={filter}
      />
    </>
  );
}

function FilterBox({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const box = useRef<HTMLInputElement>(null);
  return (
    <div className="border-b border-line px-4 py-3">
      <div className="relative">
        <Search
          size={18}
          strokeWidth={1.75}
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3.5 my-auto text-muted"
        />
        <input
          ref={box}
          // Not of the type search, whose own cross would stand beside ours.
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          dir="auto"
          aria-label="Filter bookmarks"
          placeholder="Filter by words or author"
          value={words}
          onChange={(event) => onChange(event.target.value)}
          className="block h-11 w-full rounded-full border border-control bg-raised px-11 text-input focus-visible:outline-offset-0 md:text-body"
        />
        {words !== '' && (
          <IconButton
            label="Clear filter"
            className="absolute inset-y-0 right-1 my-auto"
            onClick={() => {
              onChange('');
              box.current?.focus();
            }}
          >
            <X size={18} strokeWidth={1.75} aria-hidden />
          </IconButton>
        )}
      </div>
    </div>
  );
}

interface Remembered {
  /** Whoever signs in after them does not find their words. */
  viewerId: string;
  words: string;
}

/**
 * The words stay with the entry of the history, for the way back and a reload. Not through the router: to it
 * every letter would be another page.
 */
function rememberWords(filter: Remembered): void {
  history.replaceState({ ...(history.state as object | null), filter }, '');
}

function rememberedWords(viewerId: string): string {
  const { filter } = (history.state ?? {}) as { filter?: Remembered };
  return filter?.viewerId === viewerId ? filter.words : '';
}
