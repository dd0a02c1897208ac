import type { SuggestedUser } from '@roost/contract/users';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { SUGGESTED_COUNT } from '../../lib/constants.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useDismiss } from './dismiss.ts';
import { FollowButton } from './follow-button.tsx';
import { HoverCard } from './hover-card.tsx';
import { suggestedQuery } from './suggested.query.ts';
import { useHoverCard } from './use-hover-card.ts';
import { UserRow } from './user-row.tsx';
import { UserRowSkeletons } from './user-row-skeleton.tsx';

/** What others add to the card of somebody. */
type CardActions = (user: SuggestedUser) => ReactNode;

interface WhoToFollowProps {
  className?: string;
  cardActions?: CardActions | undefined;
}

/** People the viewer may know or like (spec §2, right panel). */
export function WhoToFollow({ className, cardActions }: WhoToFollowProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={clsx('rounded-card border border-line pt-3 text-start', className)}
    >
      <h2 id={titleId} tabIndex={-1} className="px-4 pb-1 text-section font-bold outline-none">
        Who to follow
      </h2>
      <Suggestions cardActions={cardActions} />
    </section>
  );
}

function Suggestions({ cardActions }: Pick<WhoToFollowProps, 'cardActions'>) {
  const { data: people, isError, isFetching, refetch } = useQuery(suggestedQuery);
  const list = useRef<HTMLUListElement>(null);
  const dismiss = useDismiss();
  if (!people) {
    if (!isError) return <UserRowSkeletons count={SUGGESTED_COUNT} isCompact />;
    return (
      <div role="alert" className="px-4 pt-1 pb-4">
        <p className="text-muted">Failed to load suggestions.</p>
        <Button
          variant="secondary"
          size="sm"
          className="mt-3"
          busy={isFetching}
          onClick={() => void refetch()}
        >
          Try again
        </Button>
      </div>
    );
  }
  if (people.length === 0)
    return <p className="px-4 pt-1 pb-4 text-muted">No suggestions found.</p>;
  return (
    <ul ref={list} className="pb-2">
      {people.map((user) => (
        <Suggestion
          key={user._id}
          user={user}
          cardActions={cardActions?.(user)}
          onDismiss={() => {
            // The button goes with its row; the keyboard goes on from the heading.
            list.current?.parentElement?.querySelector('h2')?.focus({ preventScroll: true });
            void dismiss(user._id);
          }}
        />
      ))}
    </ul>
  );
}

/** Roughly what the card takes, before it is drawn. */
const CARD = { width: 308, height: 320 };

/** Beside the column where there is room, so that it covers none of the others; else under the row, or over it. */
function placeBeside(row: HTMLElement | null): string {
  const { left = 0, top = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {};
  const isLow = innerHeight - top < CARD.height;
  if (left >= CARD.width) return `right-full pr-1 ${isLow ? 'bottom-0' : 'top-0'}`;
  return innerHeight - bottom < CARD.height ? 'right-2 bottom-full pb-1' : 'right-2 top-full pt-1';
}

interface SuggestionProps {
  user: SuggestedUser;
  cardActions: ReactNode;
  onDismiss: () => void;
}

function Suggestion({ user, cardActions, onDismiss }: SuggestionProps) {
  const { isOpen, close, anchorProps } = useHoverCard();
  const row = useRef<HTMLLIElement>(null);
  return (
    <li ref={row} {...anchorProps} className="group relative">
      <UserRow
        user={user}
        isCompact
        actions={
          <>
            <FollowButton person={user} size="sm" />
            <IconButton
              label={`Don’t suggest @${user.username}`}
              onClick={onDismiss}
              className="-mr-2 size-7"
            >
              <X size={18} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </>
        }
      />
      {isOpen && (
        <Placed row={row}>
          <HoverCard user={user} actions={cardActions} onLeave={close} />
        </Placed>
      )}
    </li>
  );
}

function Placed({ row, children }: { row: RefObject<HTMLElement | null>; children: ReactNode }) {
  const [place] = useState(() => placeBeside(row.current));
  return <div className={`absolute z-30 ${place}`}>{children}</div>;
}
