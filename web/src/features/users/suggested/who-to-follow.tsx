import * as words from '#words/users';
import type { SuggestedUser } from '@roost/contract/users';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { SUGGESTED_COUNT, suggestedQuery } from './suggested.query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { useDismissSuggestion } from './dismiss-suggestion.ts';
import { FollowButton } from '../relations/follow-button.tsx';
import { HoverCard } from '../hover-card/hover-card.tsx';
import { useAnchoredHoverCard } from '../hover-card/use-anchored-hover-card.ts';
import { UserRow } from '../user-row.tsx';
import { UserRowSkeletons } from '../user-row-skeleton.tsx';

/** Further actions that other features add to a person's hover card. */
type CardActions = (user: SuggestedUser) => ReactNode;

interface WhoToFollowProps {
  className?: string;
  cardActions?: CardActions | undefined;
}

/** A list of people whom the viewer may know or like. */
export function WhoToFollow({ className, cardActions }: WhoToFollowProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={clsx('rounded-card border border-line pt-3 text-start', className)}
    >
      <h2 id={titleId} tabIndex={-1} className="px-4 pb-1 text-section font-bold outline-none">
        {words.whoToFollow}
      </h2>
      <Suggestions cardActions={cardActions} />
    </section>
  );
}

function Suggestions({ cardActions }: Pick<WhoToFollowProps, 'cardActions'>) {
  const { data: people, isError, isFetching, refetch } = useQuery(suggestedQuery);
  const list = useRef<HTMLUListElement>(null);
  const dismiss = useDismissSuggestion();
  if (!people) {
    if (!isError) return <UserRowSkeletons count={SUGGESTED_COUNT} isCompact />;
    return (
      <div role="alert" className="px-4 pt-1 pb-4">
        <p className="text-muted">{words.failedToLoadSuggestions}</p>
        <Button
          variant="secondary"
          size="sm"
          className="mt-3"
          busy={isFetching}
          onClick={() => void refetch()}
        >
          {words.tryAgain}
        </Button>
      </div>
    );
  }
  if (people.length === 0)
    return <p className="px-4 pt-1 pb-4 text-muted">{words.noSuggestionsFound}</p>;
  return (
    <ul ref={list} className="pb-2">
      {people.map((user) => (
        <Suggestion
          key={user._id}
          user={user}
          cardActions={cardActions?.(user)}
          onDismiss={() => {
            // The row and its button disappear, so the focus moves to the heading.
            list.current?.parentElement?.querySelector('h2')?.focus({ preventScroll: true });
            void dismiss(user._id);
          }}
        />
      ))}
    </ul>
  );
}

/** The approximate size of the hover card, in px, before it is rendered. */
const CARD_SIZE_PX = { width: 308, height: 320 };

/**
 * Positions the card beside the column if there is room, so that it covers no other row. Otherwise below or above the
 * row.
 */
function positionBeside(row: HTMLElement | null): string {
  const { left = 0, right = 0, top = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {};
  const room = row?.matches(':dir(rtl)') ? innerWidth - right : left;
  const isLow = innerHeight - top < CARD_SIZE_PX.height;
  if (room >= CARD_SIZE_PX.width) return `end-full pe-1 ${isLow ? 'bottom-0' : 'top-0'}`;
  return innerHeight - bottom < CARD_SIZE_PX.height
    ? 'end-2 bottom-full pb-1'
    : 'end-2 top-full pt-1';
}

interface SuggestionProps {
  user: SuggestedUser;
  cardActions: ReactNode;
  onDismiss: () => void;
}

function Suggestion({ user, cardActions, onDismiss }: SuggestionProps) {
  const { isOpen, close, anchorProps } = useAnchoredHoverCard();
  const row = useRef<HTMLLIElement>(null);
  return (
    <li ref={row} {...anchorProps} data-anchored-card className="group relative">
      <UserRow
        user={user}
        isCompact
        actions={
          <>
            <FollowButton person={user} size="sm" />
            <IconButton
              label={words.dontSuggest({ username: user.username })}
              onClick={onDismiss}
              className="-me-2 size-7"
            >
              <X size={18} />
            </IconButton>
          </>
        }
      />
      {isOpen && (
        <Placed row={row}>
          <HoverCard
            user={user}
            createdAt={user.profile.createdAt}
            actions={cardActions}
            onLeave={close}
          />
        </Placed>
      )}
    </li>
  );
}

function Placed({ row, children }: { row: RefObject<HTMLElement | null>; children: ReactNode }) {
  const [place] = useState(() => positionBeside(row.current));
  return <div className={`absolute z-30 ${place}`}>{children}</div>;
}
