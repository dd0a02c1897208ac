import * as words from '#words/screens';
import { useMemo, useRef, useState } from 'react';
import { useViewerId } from '../features/auth/viewer.ts';
import { bookmarkFilter } from '../features/posts/list/bookmark-filter.ts';
import { PostList } from '../features/posts/list/post-list.tsx';
import { bookmarksQuery } from '../features/posts/profile-lists.ts';
import { Link } from '../lib/router/link.tsx';
import { changeHistory } from '../lib/router/location.ts';
import { paths } from '../paths.ts';
import { buttonLook } from '../ui/controls/button.tsx';
import { SearchField } from '../ui/controls/search-field.tsx';

export function BookmarksScreen() {
  const viewerId = useViewerId();
  const [text, setWords] = useState(() => rememberedWords(viewerId));
  const filter = useMemo(() => bookmarkFilter(text), [text]);

  function change(next: string) {
    rememberWords({ viewerId, text: next });
    setWords(next);
  }

  return (
    <>
      <FilterBox text={text} onChange={change} />
      <PostList
        query={bookmarksQuery}
        label={words.bookmarks}
        empty={words.noBookmarksFound}
        emptyAction={
          text === '' && (
            <Link to={paths.search} className={buttonLook({ variant: 'secondary' })}>
              {words.lookAround}
            </Link>
          )
        }
        errorText={() => words.failedToLoadBookmarks}
        filter={filter}
      />
    </>
  );
}

function FilterBox({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const box = useRef<HTMLInputElement>(null);
  return (
    <div className="border-b border-line px-4 py-3">
      <SearchField
        ref={box}
        label={words.filterBookmarks}
        // The list below follows each letter, so this is no search that is sent.
        type="text"
        inputMode="search"
        autoComplete="off"
        placeholder={words.filterByWordsOrAuthor}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        clearLabel={words.clearFilter}
        onClear={() => {
          onChange('');
          box.current?.focus();
        }}
      />
    </div>
  );
}

interface Remembered {
  /** The person whose text this is. The next person in this tab does not find it. */
  viewerId: string;
  text: string;
}

/**
 * Keeps the text in the history entry, for going back and a reload. It bypasses the router, which would take every
 * letter for a new page.
 */
function rememberWords(filter: Remembered): void {
  changeHistory('replace', { ...(history.state as object | null), filter });
}

function rememberedWords(viewerId: string): string {
  const { filter } = (history.state ?? {}) as { filter?: Remembered };
  return filter?.viewerId === viewerId ? filter.text : '';
}
