import * as words from '#words/posts';
import { Sentence } from '../../../ui/sentence.tsx';
import type { OriginalPost, Post } from '@roost/contract/posts';
import { Repeat2 } from 'lucide-react';
import { Link } from '../../../lib/router/link.tsx';
import { navigate } from '../../../lib/router/router.tsx';
import { exactTime } from '../../../lib/format/relative-time.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { NameLine } from '../../../ui/name-line.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import { EngagementFigures } from '../engagers/engagement-figures.tsx';
import { FollowersOnly } from './followers-only.tsx';
import { HiddenByModeration } from './hidden-by-moderation.tsx';
import { MediaGrid } from '../media/media-grid.tsx';
import { PostActions } from '../actions/post-actions.tsx';
import { subjectOf } from '../post-identity.ts';
import { PostMenu } from '../actions/post-menu.tsx';
import { PostText } from './post-text.tsx';
import { ReplyLine } from './reply-line.tsx';
import { paths } from '../../../paths.ts';
import { HandleLine } from '../../../ui/handle.tsx';
import { nameOf } from '../../../ui/name-of.ts';

interface PostDetailProps {
  post: Post;
  /** Highlights the post that the page is about, where the page shows several posts. */
  isHighlighted?: boolean;
  onReply: () => void;
}

/** A post on its own page, in large type, with its full times. */
export function PostDetail({ post, isHighlighted = false, onReply }: PostDetailProps) {
  const subject = subjectOf(post);
  const { ownerid: owner } = subject;
  const name = nameOf(owner);
  return (
    <article
      data-page-post
      tabIndex={-1}
      aria-label={isHighlighted ? words.commentBy({ name }) : words.postBy({ name })}
      aria-current={isHighlighted || undefined}
      className="relative border-b border-line px-4 pt-4 pb-1 focus-visible:-outline-offset-2 aria-[current=true]:before:absolute aria-[current=true]:before:inset-y-0 aria-[current=true]:before:start-0 aria-[current=true]:before:w-[3px] aria-[current=true]:before:bg-accent"
    >
      {post.isRepost && <RepostedBy post={post} />}
      <div className="flex items-center gap-3">
        <Link
          to={paths.profile(owner.username)}
          tabIndex={-1}
          aria-hidden
          className="shrink-0 rounded-full"
        >
          <Avatar user={owner} size={44} />
        </Link>
        <div className="min-w-0 flex-1">
          <NameLine user={owner} link={{ to: paths.profile(owner.username) }} />
          <HandleLine username={owner.username} className="text-meta text-muted" />
        </div>
        <PostMenu
          post={subject}
          onDeleted={() => navigate(pathAfterDelete(subject), { replace: true })}
        />
      </div>
      <div className="mt-3">
        {subject.isHiddenByModeration && <HiddenByModeration />}
        {subject.parentPost && (
          <div className="mb-1">
            <ReplyLine parent={subject.parentPost} isBrief />
          </div>
        )}
        <PostText
          id={subject._id}
          content={subject.content}
          mentions={subject.mentions}
          author={subject.ownerid}
          large
        />
        <MediaGrid postId={subject._id} media={subject.media} isOnPage />
      </div>
      <p className="mt-4 flex flex-wrap items-center gap-x-4 overflow-x-clip border-b border-line pb-3 text-meta text-muted">
        <span>
          <Sentence
            parts={words.postedOn({
              time: <time dateTime={subject.createdAt}>{exactTime(subject.createdAt)}</time>,
            })}
          />
        </span>
        {subject.edits.isedited && subject.edits.editedAt && (
          // The dot is outside the box. At the start of a line it falls outside the paragraph, which clips it.
          <span className="relative before:absolute before:-start-2.5 before:content-['·']">
            <Sentence
              parts={words.lastEditedOn({
                time: (
                  <time dateTime={subject.edits.editedAt}>{exactTime(subject.edits.editedAt)}</time>
                ),
              })}
            />
          </span>
        )}
        {subject.visibility === 'followers' && <FollowersOnly />}
      </p>
      <EngagementFigures post={subject} />
      <PostActions post={subject} onReply={onReply} />
    </article>
  );
}

/** Where the page goes after its post is deleted: to the parent of a comment, otherwise home. */
function pathAfterDelete({ parentPost }: Post | OriginalPost): string {
  return parentPost?.ownerid ? paths.post(parentPost._id) : paths.home;
}

function RepostedBy({ post: { ownerid: by } }: { post: Post }) {
  const isOwn = useViewerId() === by._id;
  return (
    <p className="mb-2 flex items-center gap-2 text-meta font-medium text-muted">
      <Repeat2 size={16} strokeWidth={2} />
      {isOwn ? words.youReposted : words.personReposted({ name: nameOf(by) })}
    </p>
  );
}

export function PostDetailSkeleton() {
  return (
    <div role="status" className="border-b border-line px-4 pt-4 pb-3">
      <span className="sr-only">{words.loadingPost}</span>
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
