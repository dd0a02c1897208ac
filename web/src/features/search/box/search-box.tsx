import * as words from '#words/search';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { MAX_SEARCH_LENGTH } from '@roost/contract/search';
import {
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type FocusEvent,
  type FormEvent,
  type RefObject,
} from 'react';
import { Announcement } from '../../../ui/announcement.tsx';
import { useLocation } from '../../../lib/router/router.tsx';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import { rememberSearch, useRecentSearches } from './recent-searches.ts';
import { SearchRows } from './search-rows.tsx';
import { useSearchText } from './use-search-text.ts';
import { useSuggestions } from './use-suggestions.ts';

const LABEL = words.searchPeople;

interface SearchBoxProps {
  q: string;
  onSearch: (q: string) => void;
  /** The page already lists suggestions below, and the list would cover them. */
  isListedBelow: boolean;
}

/** The search field. It offers recent searches while it is empty, then people and hashtags. */
export function SearchBox({ q, onSearch, isListedBelow }: SearchBoxProps) {
  const viewerId = useViewerId();
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const { text, wanted, setText, search } = useSearchText(q, onSearch);
  /** The text was typed, and it is not yet a recent search. */
  const isTyped = useRef(false);
  const [isListWanted, setListWanted] = useState(false);
  useFocusWhenAsked(box);
  usePressOutside(form, () => setListWanted(false));

  const isRecent = text === '';
  const recent = useRecentSearches(viewerId);
  const suggested = useSuggestions(wanted, isListWanted && !isRecent && !isListedBelow);
  const count = isRecent ? recent.length : suggested.people.length + suggested.tags.length;
  const isListShown = isListWanted && count > 0 && (isRecent || !isListedBelow);

  function write(next: string, isListNext: boolean) {
    setText(next);
    isTyped.current = next !== '';
    setListWanted(isListNext);
  }

  function remember(searched: string) {
    if (searched !== '') rememberSearch(viewerId, searched);
    isTyped.current = false;
  }

  function finishSearch(searched: string) {
    remember(searched);
    setListWanted(false);
    // On a phone this hides the keyboard.
    if (matchMedia('(pointer: coarse)').matches) box.current?.blur();
  }

  function searchFor(next: string) {
    setText(next);
    if (next !== q) search(next);
    finishSearch(next);
  }

  function clear() {
    write('', true);
    search('');
    box.current?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    searchFor(wanted);
  }

  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (currentTarget.contains(relatedTarget)) return;
    setListWanted(false);
    // The typed text that led to this choice.
    if (isTyped.current) remember(wanted);
  }

  const onKeyDown: ComponentProps<typeof Autocomplete.Input>['onKeyDown'] = (event) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      // Some browsers clear a search field on Escape by themselves.
      event.preventDefault();
      event.preventBaseUIHandler();
      if (isListShown) setListWanted(false);
      else write('', false);
    } else if (event.key === 'ArrowDown' && !isListWanted) {
      event.preventDefault();
      event.preventBaseUIHandler();
      setListWanted(true);
    }
  };

  return (
    <form ref={form} role="search" onSubmit={submit} onBlur={leave} className="relative">
      <Autocomplete.Root
        inline
        open={isListShown}
        value={text}
        onValueChange={(next, { reason, event }) => {
          // The rows handle their own presses. A text that the browser filled in is not typed.
          if (reason !== 'item-press') write(next, !isFilledIn(event));
        }}
        filter={null}
        grid={isRecent}
      >
        <Autocomplete.Input
          ref={box}
          render={<SearchField label={LABEL} clearLabel={words.clear} onClear={clear} />}
          type="search"
          // Without rows there is no visible list.
          aria-expanded={isListShown}
          placeholder={LABEL}
          maxLength={MAX_SEARCH_LENGTH}
          onFocus={() => isRecent && setListWanted(true)}
          onClick={() => isRecent && setListWanted(true)}
          onKeyDown={onKeyDown}
        />
        <Announcement>{isListShown && countText(count, isRecent)}</Announcement>
        {isListShown && (
          <SearchRows
            viewerId={viewerId}
            recent={isRecent ? recent : undefined}
            text={wanted}
            suggested={suggested}
            onSearch={searchFor}
            onPick={finishSearch}
          />
        )}
      </Autocomplete.Root>
      {/* Base UI adds a second field. A form with two fields submits on Enter only with a submit button. */}
      <button type="submit" hidden />
    </form>
  );
}

/** A link to the search page focuses the field. */
function useFocusWhenAsked(box: RefObject<HTMLInputElement | null>) {
  const { key, state } = useLocation();
  const isAskedFor = (state as { focusSearch?: unknown } | null)?.focusSearch === true;
  useEffect(() => {
    if (isAskedFor) box.current?.focus();
  }, [box, key, isAskedFor]);
}

/** Only some phones remove the focus when a finger presses outside. */
function usePressOutside(inside: RefObject<HTMLElement | null>, onPress: () => void) {
  const act = useRef(onPress);
  useEffect(() => {
    act.current = onPress;
  });
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && inside.current?.contains(target))) act.current();
    };
    addEventListener('pointerdown', onPointerDown);
    return () => removeEventListener('pointerdown', onPointerDown);
  }, [inside]);
}

function isFilledIn(event: Event): boolean {
  return event.type === 'input' && !(event as InputEvent).inputType;
}

function countText(count: number, isRecent: boolean): string {
  return isRecent ? words.countOfRecentSearches({ count }) : words.countOfSuggestions({ count });
}
