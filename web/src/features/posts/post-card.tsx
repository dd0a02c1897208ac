import type { Post } from '@roost/contract/posts';
import { Repeat2 } from 'lucide-react';
import { memo, useId } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/avatar.tsx';
import { useViewerId } from '../auth/viewer.ts';
import { profilePath } from '../users/profile-path.ts';
import { MediaGrid } from './media/media-grid.tsx';
import { useOpenPost } from './open-post.ts';
import { PostActions } from './post-actions.tsx';
import { PostByline } from './post-byline.tsx';
import { isTemporary, subjectOf } from './post-identity.ts';
import { PostMenu } from './post-menu.tsx';
import { PostText } from './post-text.tsx';
import { ReplyLine } from './reply-line.tsx';

export interface PostCardProps {
  post: Post;
  /** Its place in the feed, from 1, and how many there are; -1 while that is not known. */
  position?: number;
  total?: number;
}

/** A post or a repost as a row of a list. */
export const PostCard = memo(function PostCard({ post, position, total }: PostCardProps) {
  const id = useId();
  const subject = subjectOf(post);
  const { ownerid: owner } = subject;
  const isPending = isTemporary(subject);
  const open = useOpenPost(isPending ? undefined : subject._id);
  return (
    <article
      {...open}
      data-post={post._id}
      tabIndex={0}
      aria-labelledby={`${post.isRepost ? `${id}-repost ` : ''}${id}-name ${id}-time`}
      aria-describedby={`${id}-text`}
      aria-posinset={position}
      aria-setsize={total}
      aria-busy={isPending || undefined}
      className="cursor-pointer border-b border-line px-4 pt-3 pb-1 transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-busy:cursor-default"
    >
      {post.isRepost && <RepostLine post={post} id={`${id}-repost`} />}
      <div className="flex gap-3">
        <Link
          to={profilePath(owner.username)}
          tabIndex={-1}
          aria-hidden
          className="h-11 shrink-0 rounded-full transition-opacity hover:opacity-85"
        >
          <Avatar user={owner} size={44} />
        </Link>
        <div className="min-w-0 flex-1">
          <div className="flex h-6 items-center">
            <PostByline post={subject} nameId={`${id}-name`} timeId={`${id}-time`} />
            {!isPending && <PostMenu post={subject} />}
          </div>
          {subject.parentPost && <ReplyLine parent={subject.parentPost} />}
          <div id={`${id}-text`}>
            <PostText id={subject._id} content={subject.content} mentions={subject.mentions} />
          </div>
          <MediaGrid postId={subject._id} media={subject.media} isPending={isPending} />
          <PostActions post={subject} isPending={isPending} />
        </div>
      </div>
    </article>
  );
});

function RepostLine({ post, id }: { post: Post; id: string }) {
  const { ownerid: by } = post;
  const isOwn = useViewerId() === by._id;
  return (
    <p id={id} className="mb-1 flex items-center gap-3 text-meta font-medium text-muted">
      <span className="flex w-11 shrink-0 justify-end">
        <Repeat2 size={16} strokeWidth={2} aria-hidden />
      </span>
      {isOwn ? (
        'You reposted'
      ) : (
        <Link to={profilePath(by.username)} className="truncate rounded-xs hover:underline">
          <bdi>{by.fullName || by.username}</bdi> reposted
        </Link>
      )}
    </p>
  );
}
