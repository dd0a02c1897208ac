import type { UserCard } from '@roost/contract/users';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from '../../lib/router/link.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { NameLine } from '../../ui/name-line.tsx';
import { useViewerId } from '../auth/viewer.ts';
import { FollowButton } from './relations/follow-button.tsx';
import { paths } from '../../paths.ts';
import { HandleLine } from '../../ui/handle.tsx';

/** The fields that a row shows. Some lists have fewer of them, for example the list of blocked people. */
export type RowUser = Pick<UserCard, '_id' | 'username' | 'fullName' | 'avatar' | 'bio'> &
  Partial<
    Pick<UserCard, 'premium' | 'isFollowingByCurrentUser' | 'isFollowRequestedByCurrentUser'>
  >;

export interface UserRowProps {
  user: RowUser;
  /** Shown at the end of the row, instead of the follow button. The viewer's own row has no follow button. */
  actions?: ReactNode;
  /** A line below the bio. */
  note?: ReactNode;
  /** Without the bio and with a smaller button, for a narrow column. */
  isCompact?: boolean;
}

/** A person in a list. The whole row is a link to the profile, except its buttons. */
export function UserRow({ user, actions, note, isCompact = false }: UserRowProps) {
  return (
    <div
      data-user={user._id}
      // With large text in a narrow column, the buttons wrap below the name.
      className="relative flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 transition-colors hover:bg-hover has-[a:focus-visible]:bg-hover"
    >
      <Avatar user={user} size={isCompact ? 40 : 44} className={clsx(!isCompact && 'self-start')} />
      <div className="min-w-0 flex-1 basis-20">
        <Link
          to={paths.profile(user.username)}
          className="block rounded-xs after:absolute after:inset-0"
        >
          <NameLine user={user} />
          <HandleLine username={user.username} className="text-meta text-muted" />
        </Link>
        {!isCompact && user.bio && (
          <p dir="auto" className="mt-1 line-clamp-2 text-body [overflow-wrap:anywhere]">
            {user.bio}
          </p>
        )}
        {note && <p className="mt-1 text-meta text-muted [overflow-wrap:anywhere]">{note}</p>}
      </div>
      <div className="relative ms-auto flex shrink-0 items-center gap-1 self-start empty:hidden">
        {actions ?? <RowFollow user={user} isCompact={isCompact} />}
      </div>
    </div>
  );
}

function RowFollow({ user, isCompact }: { user: RowUser; isCompact: boolean }) {
  const isOwn = useViewerId() === user._id;
  const { isFollowingByCurrentUser, isFollowRequestedByCurrentUser = false } = user;
  if (isOwn || isFollowingByCurrentUser === undefined) return null;
  return (
    <FollowButton
      person={{
        _id: user._id,
        username: user.username,
        isFollowingByCurrentUser,
        isFollowRequestedByCurrentUser,
      }}
      size={isCompact ? 'sm' : 'md'}
    />
  );
}
