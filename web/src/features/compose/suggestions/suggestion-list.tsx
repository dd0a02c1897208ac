import * as words from '#words/compose';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Hash } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Announcement } from '../../../ui/announcement.tsx';
import { SUGGEST_DEBOUNCE_MS, useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { HandleLine } from '../../../ui/handle.tsx';
import { NameLine } from '../../../ui/name-line.tsx';
import { effectOfKey, type TakeKey } from './list-keys.ts';
import { suggestionsQuery, type Suggestion } from './suggestions.query.ts';
import type { Token } from './token.ts';

/** The state of the list, for the text box's ARIA attributes. */
export interface ListState {
  /** The id of the selected option, if any. */
  active: string | undefined;
}

interface SuggestionListProps {
  id: string;
  token: Token;
  isInFlow: boolean;
  takeKey: RefObject<TakeKey | null>;
  /** Called with undefined when the list closes. */
  onShown: (list: ListState | undefined) => void;
  onPick: (text: string) => void;
}

const none: Suggestion[] = [];

/**
 * Suggests people or hashtags for the token at the caret. The focus stays in the text. Arrows select, and Enter and Tab
 * accept. A hashtag may be new, so no known one is selected until the person presses an arrow.
 */
export function SuggestionList({
  id,
  token,
  isInFlow,
  takeKey,
  onShown,
  onPick,
}: SuggestionListProps) {
  const asked = useDebouncedValue(token.query, SUGGEST_DEBOUNCE_MS);
  const query = useQuery(suggestionsQuery({ kind: token.kind, query: asked }));
  const { data: options = none } = query;
  // Options for the previous text stay visible, but no key may accept one of them.
  const isCurrent = asked === token.query && !query.isPlaceholderData;
  const first = token.kind === '@' ? 0 : -1;
  const [position, setPosition] = useState({ options, index: first });
  if (position.options !== options) setPosition({ options, index: first });
  const count = isCurrent ? options.length : 0;
  const index = Math.min(position.index, count - 1);
  const active = options[index];
  const idOf = ({ key }: Suggestion) => `${id}-${key}`;
  const activeId = active && idOf(active);
  const isShown = options.length > 0;

  useEffect(() => {
    takeKey.current = ({ key, ctrlKey, metaKey, altKey, shiftKey }) => {
      if (ctrlKey || metaKey || altKey || shiftKey) return false;
      const answer = effectOfKey(key, { count, index });
      if (answer === null) return false;
      if (answer !== 'take') setPosition({ options, index: answer.index });
      else if (active) onPick(active.text);
      return true;
    };
    return () => {
      takeKey.current = null;
    };
  }, [takeKey, active, options, count, index, onPick]);
  useEffect(() => {
    if (isShown) onShown({ active: activeId });
    return () => onShown(undefined);
  }, [isShown, activeId, onShown]);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index]);

  return (
    <>
      <Announcement>{isShown && words.suggestions({ count: options.length })}</Announcement>
      {isShown && (
        <ul
          ref={list}
          id={id}
          role="listbox"
          aria-busy={!isCurrent}
          aria-label={token.kind === '@' ? words.people : words.hashtags}
          className={clsx(
            'max-h-72 animate-appear overflow-y-auto overscroll-contain rounded-input bg-raised py-1 shadow-float',
            isInFlow ? 'mt-1 mb-2' : 'absolute inset-x-0 top-full z-30',
          )}
        >
          {options.map((option) => (
            <li
              key={option.key}
              id={idOf(option)}
              role="option"
              aria-selected={option === active}
              // Reacts to the press, because a click would take the focus from the text box.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onPick(option.text)}
              className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-hover aria-selected:bg-hover"
            >
              <Option option={option} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Option({ option: { text, person } }: { option: Suggestion }) {
  if (!person) {
    return (
      <>
        <Hash className="text-muted" />
        <bdi className="truncate text-name font-medium">{text}</bdi>
      </>
    );
  }
  return (
    <>
      <Avatar user={person} size={32} />
      <span className="min-w-0 leading-tight">
        <NameLine user={person} />
        <span className="flex text-meta whitespace-pre text-muted">
          <HandleLine username={person.username} />
          {person.isFollowingByCurrentUser && words.following}
        </span>
      </span>
    </>
  );
}
