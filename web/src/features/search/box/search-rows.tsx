import * as words from '#words/search';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { RecentRows } from './recent-rows.tsx';
import { clearSearches, forgetSearch } from './recent-searches.ts';
import { SuggestedRows } from './suggested-rows.tsx';
import type { Suggestions } from './use-suggestions.ts';

interface SearchRowsProps {
  viewerId: string;
  /** The rows of an empty field. Undefined while the field has a text. */
  recent: string[] | undefined;
  text: string;
  suggested: Suggestions;
  onSearch: (search: string) => void;
  /** The person goes to a profile or a hashtag. */
  onPick: (search: string) => void;
}

/** The list below the search field: recent searches, or people and hashtags. */
export function SearchRows({
  viewerId,
  recent,
  text,
  suggested,
  onSearch,
  onPick,
}: SearchRowsProps) {
  return (
    <Autocomplete.List
      aria-label={recent ? words.recentSearches : words.suggestions}
      // The box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-30 mt-1 max-h-[min(30rem,55dvh)] animate-appear overflow-y-auto overscroll-contain rounded-card bg-raised py-2 shadow-float outline-none"
    >
      {recent ? (
        <RecentRows
          searches={recent}
          onPick={onSearch}
          onForget={(search) => forgetSearch(viewerId, search)}
          onClear={() => clearSearches(viewerId)}
        />
      ) : (
        <SuggestedRows text={text} suggested={suggested} onSearch={onSearch} onPick={onPick} />
      )}
    </Autocomplete.List>
  );
}
