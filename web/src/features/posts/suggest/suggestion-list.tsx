import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Hash } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { SUGGEST_DEBOUNCE_MS } from '../../../lib/constants.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { VerifiedBadge } from '../../../ui/badge.tsx';
import { suggestionsQuery, type Suggestion } from './suggestions.query.ts';
import type { Token } from './token.ts';
import type { TakeKey } from './writing-box.tsx';

interface SuggestionListProps {
  id: string;
  token: Token;
  isInFlow: boolean;
  takeKey: RefObject<TakeKey | null>;
  /** The id of the option the keys stand on; undefined while there is none. */
  onActive: (id: string | undefined) => void;
  onPick: (text: string) => void;
}

const none: Suggestion[] = [];

/** People or hashtags for what is being written. The focus stays in the text; arrows move, Enter and Tab take. */
export function SuggestionList({
  id,
  token,
  isInFlow,
  takeKey,
  onActive,
  onPick,
}: SuggestionListProps) {
  const asked = useSettled(token.query);
  const { data: options = none } = useQuery(suggestionsQuery({ kind: token.kind, query: asked }));
  const [place, setPlace] = useState({ options, index: 0 });
  if (place.options !== options) setPlace({ options, index: 0 });
  const index = Math.min(place.index, options.length - 1);
  const active = options[index];
  const idOf = ({ key }: Suggestion) => `${id}-${key}`;
  const activeId = active && idOf(active);

  useEffect(() => {
    takeKey.current = ({ key, ctrlKey, metaKey, altKey, shiftKey }) => {
      if (!active || ctrlKey || metaKey || altKey || shiftKey) return false;
      const count = options.length;
      if (key === 'ArrowDown') setPlace({ options, index: (index + 1) % count });
      else if (key === 'ArrowUp') setPlace({ options, index: (index - 1 + count) % count });
      else if (key === 'Enter' || key === 'Tab') onPick(active.text);
      else return false;
      return true;
    };
    return () => {
      takeKey.current = null;
    };
  }, [takeKey, active, options, index, onPick]);
  useEffect(() => {
    onActive(activeId);
    return () => onActive(undefined);
  }, [activeId, onActive]);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index]);

  return (
    <>
      <span role="status" className="sr-only">
        {options.length > 0 && `${options.length} suggestions`}
      </span>
      {options.length > 0 && (
        <ul
          ref={list}
          id={id}
          role="listbox"
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

/** What it was a moment after the last key. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SUGGEST_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
