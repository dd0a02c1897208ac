import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Hash } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { SUGGEST_DEBOUNCE_MS } from '../../../lib/constants.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { VerifiedBadge } from '../../../ui/badge.tsx';
import { answerTo } from './list-keys.ts';
import { suggestionsQuery, type Suggestion } from './suggestions.query.ts';
import type { Token } from './token.ts';
import type { TakeKey } from './writing-box.tsx';

/** The list as the text box tells of it. */
export interface ShownList {
  /** The id of the option the keys stand on, if on any. */
  active: string | undefined;
}

interface SuggestionListProps {
  id: string;
  token: Token;
  isInFlow: boolean;
  takeKey: RefObject<TakeKey | null>;
  /** Undefined while there is no list. */
  onShown: (list: ShownList | undefined) => void;
  onPick: (text: string) => void;
}

const none: Suggestion[] = [];

/**
 * People or hashtags for what is being written. The focus stays in the text; arrows move, Enter and Tab take. A
 * hashtag may be a new one, so none of the known is selected until an arrow is pressed.
 */
export function SuggestionList({
  id,
  token,
  isInFlow,
  takeKey,
  onShown,
  onPick,
}: SuggestionListProps) {
  const asked = useSettled(token.query, SUGGEST_DEBOUNCE_MS);
  const query = useQuery(suggestionsQuery({ kind: token.kind, query: asked }));
  const { data: options = none } = query;
  // Options for what was typed before stay in sight, but no key may put one of them in.
  const isCurrent = asked === token.query && !query.isPlaceholderData;
  const first = token.kind === '@' ? 0 : -1;
  const [place, setPlace] = useState({ options, index: first });
  if (place.options !== options) setPlace({ options, index: first });
  const count = isCurrent ? options.length : 0;
  const index = Math.min(place.index, count - 1);
  const active = options[index];
  const idOf = ({ key }: Suggestion) => `${id}-${key}`;
  const activeId = active && idOf(active);
  const isShown = options.length > 0;

  useEffect(() => {
    takeKey.current = ({ key, ctrlKey, metaKey, altKey, shiftKey }) => {
      if (ctrlKey || metaKey || altKey || shiftKey) return false;
      const answer = answerTo(key, { count, index });
      if (answer === null) return false;
      if (answer !== 'take') setPlace({ options, index: answer.index });
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
      <span role="status" className="sr-only">
        {isShown && `${options.length} suggestions`}
      </span>
      {isShown && (
        <ul
          ref={list}
          id={id}
          role="listbox"
          aria-busy={!isCurrent}
          aria-label={token.kind === '@' ? 'People' : 'Hashtags'}
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
              // Pressed, not clicked: the text box must not lose the focus.
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
        <Hash size={20} strokeWidth={1.75} aria-hidden className="text-muted" />
        <bdi className="truncate text-name font-medium">{text}</bdi>
      </>
    );
  }
  return (
    <>
      <Avatar user={person} size={32} />
      <span className="min-w-0 leading-tight">
        <span className="flex items-center gap-1 text-name font-semibold">
          <bdi className="truncate">{person.fullName || person.username}</bdi>
          {person.premium.isActive && <VerifiedBadge label="Premium" />}
        </span>
        <span className="block truncate text-meta text-muted">
          {text}
          {person.isFollowingByCurrentUser && ' · Following'}
        </span>
      </span>
    </>
  );
}
