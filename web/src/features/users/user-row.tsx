import type { UserCard } from '@roost/contract/users';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/avatar.tsx';
import { VerifiedBadge } from '../../ui/badge.tsx';
import { useViewerId } from '../auth/viewer.ts';
import { FollowButton } from './follow-button.tsx';
import { profilePath } from './profile-path.ts';

/** What a row shows; a list that knows less of its people (those one blocks) shows less. */
export type RowUser = Pick<UserCard, '_id' | 'username' | 'fullName' | 'avatar' | 'bio'> &
  Partial<Pick<UserCard, 'premium' | 'isFollowingByCurrentUser'>>;

export interface UserRowProps {
  user: RowUser;
  /** Stands at the end; without it the follow button, which one's own row does not have. */
  actions?: ReactNode;
  /** Without the bio, and with a smaller button: for a narrow column. */
  isCompact?: boolean;
}

/** A person in a list. The whole row leads to their profile, but for its buttons. */
export function UserRow({ user, actions, isCompact = false }: UserRowProps) {
  return (
    <div
      data-user={user._id}
      className="relative flex items-center gap-3 px-4 py-3 transition-colors hover:bg-hover has-[a:focus-visible]:bg-hover"
    >
      <Avatar user={user} size={isCompact ? 40 : 44} className={clsx(!isCompact && 'self-start')} />
      <div className="min-w-0 flex-1">
        <Link
          to={profilePath(user.username)}
          className="block rounded-xs after:absolute after:inset-0"
        >
          <span className="flex items-center gap-1 text-name font-semibold">
            {/* Cut at the end of the row's own direction, whatever the name's is. */}
            <span className="min-w-0 truncate">
              <bdi>{user.fullName || user.username}</bdi>
            </span>
            {user.premium?.isActive && <VerifiedBadge label="Premium" />}
          </span>
          <span className="block truncate text-meta text-muted">@{user.username}</span>
        </Link>
        {!isCompact && user.bio && (
          <p dir="auto" className="mt-1 line-clamp-2 text-body [overflow-wrap:anywhere]">
            {user.bio}
          </p>
        )}
      </div>
      <div className="relative flex shrink-0 items-center gap-1 self-start empty:hidden">
        {actions ?? <RowFollow user={user} isCompact={isCompact} />}
      </div>
    </div>
  );
}

function RowFollow({ user, isCompact }: { user: RowUser; isCompact: boolean }) {
  const isOwn = useViewerId() === user._id;
  const { isFollowingByCurrentUser } = user;
  if (isOwn || isFollowingByCurrentUser === undefined) return null;
  return (
    <FollowButton
      person={{ _id: user._id, username: user.username, isFollowingByCurrentUser }}
      size={isCompact ? 'sm' : 'md'}
    />
  );
}
