import type { OriginalPost, Post } from '@roost/contract/posts';
import { Repeat2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { exactTime } from '../../lib/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { VerifiedBadge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useViewerId } from '../auth/viewer.ts';
import { profilePath } from '../users/profile-path.ts';
import { FollowersOnly } from './followers-only.tsx';
import { MediaGrid } from './media/media-grid.tsx';
import { PostActions } from './post-actions.tsx';
import { postPath, subjectOf } from './post-identity.ts';
import { PostMenu } from './post-menu.tsx';
import { PostText } from './post-text.tsx';
import { ReplyLine } from './reply-line.tsx';

interface PostDetailProps {
  post: Post;
  /** One of several on the page: the one it is about. */
  isMarked?: boolean;
  onReply: () => void;
}

/** A post on its own page, large, with its times. */
export function PostDetail({ post, isMarked = false, onReply }: PostDetailProps) {
  const navigate = useNavigate();
  const subject = subjectOf(post);
  const { ownerid: owner } = subject;
  const name = owner.fullName || owner.username;
  return (
    <article
      aria-label={`${isMarked ? 'Comment' : 'Post'} by ${name}`}
      aria-current={isMarked || undefined}
      className="relative border-b border-line px-4 pt-4 pb-1 aria-[current=true]:before:absolute aria-[current=true]:before:inset-y-0 aria-[current=true]:before:left-0 aria-[current=true]:before:w-[3px] aria-[current=true]:before:bg-accent"
    >
      {post.isRepost && <RepostedBy post={post} />}
      <div className="flex items-center gap-3">
        <Link
          to={profilePath(owner.username)}
          tabIndex={-1}
          aria-hidden
          className="shrink-0 rounded-full"
        >
          <Avatar user={owner} size={44} />
        </Link>
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-1 text-name">
            <Link
              to={profilePath(owner.username)}
              className="truncate rounded-xs font-semibold hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
            {owner.premium.isActive && <VerifiedBadge label="Premium" />}
          </p>
          <p className="truncate text-meta text-muted">@{owner.username}</p>
        </div>
        <PostMenu
          post={subject}
          onDeleted={() => void navigate(placeAfter(subject), { replace: true })}
        />
      </div>
      <div className="mt-3">
        {subject.parentPost && (
          <div className="mb-1">
            <ReplyLine parent={subject.parentPost} isBrief />
          </div>
        )}
        <PostText id={subject._id} content={subject.content} mentions={subject.mentions} large />
        <MediaGrid postId={subject._id} media={subject.media} isOnPage />
      </div>
      <p className="mt-4 flex flex-wrap items-center gap-x-1.5 border-b border-line pb-3 text-meta text-muted">
        <span>
          Posted on <time dateTime={subject.createdAt}>{exactTime(subject.createdAt)}</time>
        </span>
        {subject.edits.isedited && subject.edits.editedAt && (
          <span>
            <span aria-hidden>· </span>
            Last edited on{' '}
            <time dateTime={subject.edits.editedAt}>{exactTime(subject.edits.editedAt)}</time>
          </span>
        )}
        {subject.visibility === 'followers' && <FollowersOnly />}
      </p>
      <PostActions post={subject} onReply={onReply} />
    </article>
  );
}

/** A comment's thread goes on without it. */
function placeAfter({ parentPost }: Post | OriginalPost): string {
  return parentPost?.ownerid ? postPath(parentPost._id) : '/home';
}

function RepostedBy({ post: { ownerid: by } }: { post: Post }) {
  const isOwn = useViewerId() === by._id;
  return (
    <p className="mb-2 flex items-center gap-2 text-meta font-medium text-muted">
      <Repeat2 size={16} strokeWidth={2} aria-hidden />
      {isOwn ? 'You reposted' : `${by.fullName || by.username} reposted`}
    </p>
  );
}

export function PostDetailSkeleton() {
  return (
    <div role="status" className="border-b border-line px-4 pt-4 pb-3">
      <span className="sr-only">Loading post</span>
      <div className="flex items-center gap-3">
        <Skeleton className="size-11 shrink-0 rounded-full" />
        <div>
          <Skeleton className="h-4 w-36 rounded-xs" />
          <Skeleton className="mt-2 h-3 w-24 rounded-xs" />
        </div>
      </div>
      <Skeleton className="mt-5 h-4 w-full rounded-xs" />
      <Skeleton className="mt-2.5 h-4 w-4/5 rounded-xs" />
      <Skeleton className="mt-6 h-3 w-56 rounded-xs" />
      <Skeleton className="mt-6 h-4 w-72 max-w-full rounded-xs" />
    </div>
  );
}
