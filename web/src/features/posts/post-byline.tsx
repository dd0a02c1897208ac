import type { OriginalPost, Post } from '@roost/contract/posts';
import { Link } from 'react-router';
import { exactTime } from '../../lib/relative-time.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { VerifiedBadge } from '../../ui/badge.tsx';
import { profilePath } from '../users/profile-path.ts';
import { FollowersOnly } from './followers-only.tsx';
import { isTemporary, postPath } from './post-identity.ts';

/** Name, badge, @username · age; and whether it was edited or is for followers. */
export function PostByline({
  post,
  nameId,
  timeId,
}: {
  post: Post | OriginalPost;
  nameId: string;
  timeId: string;
}) {
  const { ownerid: owner, edits } = post;
  return (
    <div className="@container flex min-w-0 flex-1 items-center gap-1 text-name">
      <Link
        id={nameId}
        to={profilePath(owner.username)}
        className="min-w-8 truncate rounded-xs font-semibold hover:underline pointer-coarse:py-1"
      >
        <bdi>{owner.fullName || owner.username}</bdi>
      </Link>
      {owner.premium.isActive && <VerifiedBadge label="Premium" />}
      {/* The same place as the name, so no stop of its own for the keyboard. */}
      <Link
        to={profilePath(owner.username)}
        tabIndex={-1}
        // Some letters stay, however long the name; no gap behind a short one.
        style={{ minWidth: `${Math.min(8, owner.username.length) * 0.8}ch` }}
        className="shrink-[4] truncate text-muted hover:underline @max-[10rem]:hidden"
      >
        @{owner.username}
      </Link>
      <span aria-hidden className="shrink-0 text-muted">
        ·
      </span>
      {isTemporary(post) ? (
        <span id={timeId} className="shrink-0 text-muted">
          Posting…
        </span>
      ) : (
        <Link
          id={timeId}
          to={postPath(post._id)}
          className="nums shrink-0 rounded-xs text-muted hover:underline pointer-coarse:-mx-1.5 pointer-coarse:-my-3 pointer-coarse:px-1.5 pointer-coarse:py-3"
        >
          <RelativeTime iso={post.createdAt} />
        </Link>
      )}
      {edits.isedited && (
        <span
          title={`Edited ${exactTime(edits.editedAt)}`}
          className="shrink-0 text-muted @max-[10rem]:hidden"
        >
          <span aria-hidden>· </span>Edited
        </span>
      )}
      {post.visibility === 'followers' && <FollowersOnly />}
    </div>
  );
}
