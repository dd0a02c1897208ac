import * as words from '#words/users';
import type { UserCard } from '@roost/contract/users';
import { CalendarDays } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../../lib/router/link.tsx';
import { fullCount, shortCount } from '../../../lib/format/count.ts';
import { monthAndYear } from '../../../lib/format/relative-time.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { NameLine } from '../../../ui/name-line.tsx';
import { PresenceDot } from '../../../ui/presence-dot.tsx';
import { FollowsYou } from '../relations/follows-you.tsx';
import { FollowButton } from '../relations/follow-button.tsx';
import { useIsOnline } from '../presence.ts';
import { paths } from '../../../paths.ts';
import { HandleLine } from '../../../ui/handle.tsx';

interface HoverCardProps {
  user: UserCard;
  createdAt: string;
  /** The viewer's own card has no follow button. */
  isOwn?: boolean;
  /** Shown beside the follow button. */
  actions?: ReactNode;
  /** Called when the person follows a link in the card, because the page around it may stay. */
  onLeave: () => void;
}

/** A short description of a person, with a follow button. */
export function HoverCard({ user, createdAt, isOwn = false, actions, onLeave }: HoverCardProps) {
  const { username, bio } = user;
  const isOnline = useIsOnline(user._id);
  return (
    <div
      role="group"
      aria-label={words.about({ username })}
      className="w-75 max-w-full animate-appear rounded-card bg-raised p-4 shadow-float"
    >
      <div className="flex items-start justify-between gap-3">
        <span className="relative flex">
          <Avatar user={user} size={64} />
          {isOnline && <PresenceDot />}
        </span>
        <div className="flex items-center gap-2">
          {actions}
          {!isOwn && <FollowButton person={user} size="sm" />}
        </div>
      </div>
      <NameLine user={user} className="mt-3 text-section" nameClass="font-bold" />
      <p className="flex items-center text-meta text-muted">
        <HandleLine username={username} className="min-w-0" />
        <FollowsYou person={user} />
      </p>
      <p
        dir="auto"
        className={`mt-2 line-clamp-4 text-body [overflow-wrap:anywhere] ${bio ? '' : 'text-muted'}`}
      >
        {bio || words.noBioAvailable}
      </p>
      <p className="nums mt-3 flex flex-wrap gap-x-4 text-meta">
        <Figure count={user.followingCount} word={words.following} />
        <Figure
          count={user.followersCount}
          word={words.followersOf({ count: user.followersCount })}
        />
      </p>
      <p className="mt-2 flex items-center gap-1.5 text-meta text-muted">
        <CalendarDays size={16} />
        {words.joined({ month: monthAndYear(createdAt) })}
      </p>
      <Link
        to={paths.profile(username)}
        onClick={onLeave}
        className="mt-3 flex h-9 items-center justify-center rounded-full border border-control text-meta font-semibold transition-colors hover:bg-hover pointer-coarse:h-touch"
      >
        {words.profileSummary}
        <span className="sr-only"> {words.ofPerson({ username })}</span>
      </Link>
    </div>
  );
}

function Figure({ count, word }: { count: number; word: string }) {
  return (
    <span title={fullCount(count)}>
      <strong className="font-semibold">{shortCount(count)}</strong>{' '}
      <span className="text-muted">{word}</span>
    </span>
  );
}
