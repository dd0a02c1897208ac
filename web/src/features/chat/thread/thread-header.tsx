import * as words from '#words/chat';
import { ArrowLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../../lib/router/link.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { NameLine } from '../../../ui/name-line.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { PresenceDot } from '../../../ui/presence-dot.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { useIsOnline } from '../../users/presence.ts';
import type { Participant } from '../conversations/other-participant.ts';
import { paths } from '../../../paths.ts';
import { HandleLine } from '../../../ui/handle.tsx';

interface ThreadHeaderProps {
  /** Undefined while loading, or if the person was not found. */
  person: Participant | undefined;
  isLoading: boolean;
  isPage: boolean;
  onClose: (() => void) | undefined;
  actions: ReactNode;
}

/** The other person, the call buttons, and the button that closes the chat. */
export function ThreadHeader({ person, isLoading, isPage, onClose, actions }: ThreadHeaderProps) {
  return (
    <header
      data-stays-at-top
      // Spacing in px: with a large font size, the width goes to the text. Touch targets need not grow.
      className="flex min-h-14 shrink-0 items-center gap-2 border-b border-line px-3 pt-safe [--spacing:4px]"
    >
      {isPage && onClose && (
        <IconButton label={words.back} onClick={onClose}>
          <ArrowLeft />
        </IconButton>
      )}
      {person ? (
        <Person person={person} isPage={isPage} />
      ) : isLoading ? (
        <PersonSkeleton />
      ) : (
        <h2 className="flex-1 px-1 text-name font-semibold">{words.chat}</h2>
      )}
      {actions}
      {!isPage && onClose && (
        <IconButton label={words.closeChat} onClick={onClose}>
          <X />
        </IconButton>
      )}
    </header>
  );
}

function Person({ person, isPage }: { person: Participant; isPage: boolean }) {
  const Heading = isPage ? 'h1' : 'h2';
  const isOnline = useIsOnline(person._id);
  return (
    <div className="min-w-0 flex-1">
      <Link
        to={paths.profile(person.username)}
        className="group flex min-h-11 max-w-max min-w-0 items-center gap-3 rounded-full pe-3 ps-1"
      >
        <span className="relative flex shrink-0">
          <Avatar user={person} size={36} />
          {isOnline && <PresenceDot />}
        </span>
        <span className="min-w-0">
          <Heading>
            <NameLine user={person} nameClass="font-semibold group-hover:underline" />
          </Heading>
          <HandleLine username={person.username} className="text-meta text-muted" />
        </span>
      </Link>
    </div>
  );
}

function PersonSkeleton() {
  return (
    <div className="flex min-h-11 flex-1 items-center gap-3 ps-1">
      <Skeleton className="size-9 shrink-0 rounded-full" />
      <div>
        <Skeleton className="h-3.5 w-32 rounded-xs" />
        <Skeleton className="mt-1.5 h-3 w-20 rounded-xs" />
      </div>
    </div>
  );
}
