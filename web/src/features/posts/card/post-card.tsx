import * as words from '#words/posts';
import { Sentence } from '../../../ui/sentence.tsx';
import type { Post } from '@roost/contract/posts';
import { Repeat2 } from 'lucide-react';
import { memo, useId, type ComponentType } from 'react';
import { Link } from '../../../lib/router/link.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { nameOf } from '../../../ui/name-of.ts';
import { useViewerId } from '../../auth/viewer.ts';
import { MediaGrid } from '../media/media-grid.tsx';
import { useOpenPost } from './open-post.ts';
import { LineAbove } from './line-above.tsx';
import { HiddenByModeration } from './hidden-by-moderation.tsx';
import { PostActions } from '../actions/post-actions.tsx';
import { PostByline } from './post-byline.tsx';
import { isTemporary, subjectOf } from '../post-identity.ts';
import { PendingRow } from '../create/pending-row.tsx';
import { PostMenu } from '../actions/post-menu.tsx';
import { PostText } from './post-text.tsx';
import { ReplyLine } from './reply-line.tsx';
import { paths } from '../../../paths.ts';

export interface PostCardProps {
  post: Post;
  /** The row's number in the feed, from 1, and the number of rows. -1 while the total is unknown. */
  position?: number;
  total?: number;
  /** A line above the post, such as that it is pinned. */
  TopLine?: ComponentType<{ post: Post }> | undefined;
}

/** A post or a repost in a list. */
export const PostCard = memo(function PostCard({ post, position, total, TopLine }: PostCardProps) {
  const id = useId();
  const subject = subjectOf(post);
  const { ownerid: owner } = subject;
  const isPending = isTemporary(subject);
  const open = useOpenPost(isPending ? undefined : subject._id);
  return (
    <article
      {...open}
      data-post={post._id}
      data-subject={subject._id}
      tabIndex={0}
      aria-labelledby={`${post.isRepost ? `${id}-repost ` : ''}${id}-name ${id}-time`}
      aria-describedby={`${id}-text`}
      aria-posinset={position}
      aria-setsize={total}
      aria-busy={isPending || undefined}
      className="cursor-pointer border-b border-line px-4 pt-2.5 pb-0.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-busy:cursor-default compact:pt-1 compact:pb-0"
    >
      {TopLine && <TopLine post={post} />}
      {post.isRepost && <RepostLine post={post} id={`${id}-repost`} />}
      <div className="flex gap-3 compact:gap-2.5">
        <Link
          to={paths.profile(owner.username)}
          tabIndex={-1}
          aria-hidden
          className="h-11 shrink-0 rounded-full transition-opacity hover:opacity-85 compact:h-9"
        >
          <Avatar user={owner} size={44} className="compact:size-9!" />
        </Link>
        <div className="min-w-0 flex-1">
          <div className="flex min-h-6 items-center">
            <PostByline post={subject} nameId={`${id}-name`} timeId={`${id}-time`} />
            {!isPending && <PostMenu post={subject} />}
          </div>
          {subject.isHiddenByModeration && <HiddenByModeration />}
          {subject.parentPost && <ReplyLine parent={subject.parentPost} />}
          <div id={`${id}-text`}>
            <PostText
              id={subject._id}
              content={subject.content}
              mentions={subject.mentions}
              author={subject.ownerid}
            />
          </div>
          <MediaGrid postId={subject._id} media={subject.media} isPending={isPending} />
          {isPending ? <PendingRow postId={subject._id} /> : <PostActions post={subject} />}
        </div>
      </div>
    </article>
  );
});

function RepostLine({ post, id }: { post: Post; id: string }) {
  const { ownerid: by } = post;
  const isOwn = useViewerId() === by._id;
  return (
    <LineAbove id={id} icon={Repeat2}>
      {isOwn ? (
        words.youReposted
      ) : (
        <Link to={paths.profile(by.username)} className="truncate rounded-xs hover:underline">
          <Sentence parts={words.nameReposted({ name: <bdi>{nameOf(by)}</bdi> })} />
        </Link>
      )}
    </LineAbove>
  );
}
