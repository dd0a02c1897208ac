import type { SuggestedUser } from '@roost/contract/users';
import { CalendarDays } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { fullCount, shortCount } from '../../lib/count.ts';
import { monthAndYear } from '../../lib/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { VerifiedBadge } from '../../ui/badge.tsx';
import { PresenceDot } from '../../ui/presence-dot.tsx';
import { FollowButton } from './follow-button.tsx';
import { useIsOnline } from './presence.ts';
import { profilePath } from './profile-path.ts';

interface HoverCardProps {
  user: SuggestedUser;
  /** Beside the follow button. */
  actions?: ReactNode;
  /** Its link was followed; the page around the card stays. */
  onLeave: () => void;
}

/** Who somebody is, in short (spec §2, right panel). */
export function HoverCard({ user, actions, onLeave }: HoverCardProps) {
  const { username, fullName, bio, premium, profile } = user;
  const isOnline = useIsOnline(user._id);
  return (
    <div
      role="group"
      aria-label={`About @${username}`}
      className="w-75 max-w-full animate-appear rounded-card bg-raised p-4 shadow-float"
    >
      <div className="flex items-start justify-between gap-3">
        <span className="relative flex">
          <Avatar user={user} size={64} />
          {isOnline && <PresenceDot />}
        </span>
        <div className="flex items-center gap-2">
          {actions}
          <FollowButton person={user} size="sm" />
        </div>
      </div>
      <p className="mt-3 flex items-center gap-1 text-section font-bold">
        <bdi className="truncate">{fullName || username}</bdi>
        {premium.isActive && <VerifiedBadge label="Premium" />}
      </p>
      <p className="truncate text-meta text-muted">@{username}</p>
      <p
        dir="auto"
        className={`mt-2 line-clamp-4 text-body [overflow-wrap:anywhere] ${bio ? '' : 'text-muted'}`}
      >
        {bio || 'No bio available.'}
      </p>
      <p className="nums mt-3 flex flex-wrap gap-x-4 text-meta">
        <Figure count={user.followingCount} word="Following" />
        <Figure
          count={user.followersCount}
          word={user.followersCount === 1 ? 'Follower' : 'Followers'}
        />
      </p>
      <p className="mt-2 flex items-center gap-1.5 text-meta text-muted">
        <CalendarDays size={16} strokeWidth={1.75} aria-hidden />
        Joined {monthAndYear(profile.createdAt)}
      </p>
      <Link
        to={profilePath(username)}
        onClick={onLeave}
        className="mt-3 flex h-9 items-center justify-center rounded-full border border-control text-meta font-semibold transition-colors hover:bg-hover pointer-coarse:h-11"
      >
        Profile Summary<span className="sr-only"> of @{username}</span>
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
