import { ArrowLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/avatar.tsx';
import { VerifiedBadge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PresenceDot } from '../../../ui/presence-dot.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useIsOnline } from '../../users/presence.ts';
import { profilePath } from '../../users/profile-path.ts';
import type { Participant } from '../conversations/other-participant.ts';

interface ThreadHeaderProps {
  /** Not known while it loads, nor where nobody could be found. */
  person: Participant | undefined;
  isLoading: boolean;
  isPage: boolean;
  onClose: (() => void) | undefined;
  actions: ReactNode;
}

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Whom one talks with, and the way out. */
export function ThreadHeader({ person, isLoading, isPage, onClose, actions }: ThreadHeaderProps) {
  return (
    <header
      // Room and targets in px: large text needs the width, and a finger grows no larger with it.
      className="flex min-h-14 shrink-0 items-center gap-2 border-b border-line px-3 pt-safe [--spacing:4px]"
    >
      {isPage && onClose && (
        <IconButton label="Back" onClick={onClose}>
          <ArrowLeft {...icon} />
        </IconButton>
      )}
      {person ? (
        <Person person={person} isPage={isPage} />
      ) : isLoading ? (
        <PersonSkeleton />
      ) : (
        <h2 className="flex-1 px-1 text-name font-semibold">Chat</h2>
      )}
      {actions}
      {!isPage && onClose && (
        <IconButton label="Close chat" onClick={onClose}>
          <X {...icon} />
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
        to={profilePath(person.username)}
        className="group flex min-h-11 max-w-max min-w-0 items-center gap-3 rounded-full pr-3 pl-1"
      >
        <span className="relative flex shrink-0">
          <Avatar user={person} size={36} />
          {isOnline && <PresenceDot />}
        </span>
        <span className="min-w-0">
          <span className="flex items-center gap-1">
            <Heading dir="auto" className="truncate text-name font-semibold group-hover:underline">
              {person.fullName}
            </Heading>
            {person.premium.isActive && <VerifiedBadge label="Premium member" />}
          </span>
          <span className="block truncate text-meta text-muted">@{person.username}</span>
        </span>
      </Link>
    </div>
  );
}

function PersonSkeleton() {
  return (
    <div className="flex min-h-11 flex-1 items-center gap-3 pl-1">
      <Skeleton className="size-9 shrink-0 rounded-full" />
      <div>
        <Skeleton className="h-3.5 w-32 rounded-xs" />
        <Skeleton className="mt-1.5 h-3 w-20 rounded-xs" />
      </div>
    </div>
  );
}
