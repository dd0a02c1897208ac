import * as words from '#words/posts';
import { useId, type ReactNode, type Ref } from 'react';
import { Link } from '../../../lib/router/link.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { MediaGrid } from '../media/media-grid.tsx';
import { useOpenPost } from '../card/open-post.ts';
import { PostActions } from '../actions/post-actions.tsx';
import { PostByline } from '../card/post-byline.tsx';
import { isTemporary } from '../post-identity.ts';
import { HiddenByModeration } from '../card/hidden-by-moderation.tsx';
import { MutedContent } from '../card/muted-content.tsx';
import type { ThreadedPost } from './thread-tree.ts';
import { PendingRow } from '../create/pending-row.tsx';
import { PostMenu } from '../actions/post-menu.tsx';
import { PostText } from '../card/post-text.tsx';
import { paths } from '../../../paths.ts';

export interface CommentRowProps {
  comment: ThreadedPost;
  /** In px. */
  avatarSize: number;
  /** Draws a line from the avatar to the replies. */
  hasRail: boolean;
  /** Above the text. */
  note?: ReactNode;
  onReply?: (() => void) | undefined;
  ref?: Ref<HTMLElement>;
  /** Below the actions. */
  children?: ReactNode;
}

/** A comment in its thread, or an ancestor above one. */
export function CommentRow({
  comment,
  avatarSize,
  hasRail,
  note,
  onReply,
  ref,
  children,
}: CommentRowProps) {
  const id = useId();
  const { ownerid: owner } = comment;
  const isPending = isTemporary(comment);
  const open = useOpenPost(isPending ? undefined : comment._id);
  return (
    <article
      {...open}
      ref={ref}
      data-comment={comment._id}
      tabIndex={-1}
      aria-labelledby={`${id}-name ${id}-time`}
      aria-describedby={`${id}-text`}
      aria-busy={isPending || undefined}
      className="flex scroll-mb-(--bottom-bar) cursor-pointer gap-2.5 rounded-xs aria-busy:cursor-default"
    >
      <div style={{ width: avatarSize }} className="flex shrink-0 flex-col items-center">
        <Link
          to={paths.profile(owner.username)}
          tabIndex={-1}
          aria-hidden
          className="rounded-full transition-opacity hover:opacity-85"
        >
          <Avatar user={owner} size={avatarSize} className="block!" />
        </Link>
        {hasRail && <span aria-hidden className="mt-1 w-0.5 flex-1 bg-line" />}
      </div>
      <div className="min-w-0 flex-1 pb-1">
        <div className="flex min-h-6 items-center">
          <PostByline post={comment} nameId={`${id}-name`} timeId={`${id}-time`} />
          {!isPending && <PostMenu post={comment} />}
        </div>
        {note}
        {comment.isHiddenByModeration && <HiddenByModeration />}
        <MutedContent id={comment._id} word={comment.mutedBy}>
          <div id={`${id}-text`}>
            <PostText
              id={comment._id}
              content={comment.content}
              mentions={comment.mentions}
              author={comment.ownerid}
            />
          </div>
          <MediaGrid postId={comment._id} media={comment.media} isPending={isPending} />
        </MutedContent>
        {isPending ? (
          <PendingRow postId={comment._id} />
        ) : (
          <PostActions post={comment} onReply={onReply} />
        )}
        {children}
      </div>
    </article>
  );
}

/** The placeholder for a comment that is deleted or hidden from the viewer. */
export function CommentPlaceholder({
  avatarSize,
  hasRail,
  children,
}: {
  avatarSize: number;
  hasRail: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="flex gap-2.5">
      <div style={{ width: avatarSize }} className="flex shrink-0 flex-col items-center">
        <span
          aria-hidden
          style={{ width: avatarSize, height: avatarSize }}
          className="shrink-0 rounded-full border-2 border-dashed border-line"
        />
        {hasRail && <span aria-hidden className="mt-1 w-0.5 flex-1 bg-line" />}
      </div>
      <div className="min-w-0 flex-1 pb-2">
        <p
          style={{ minHeight: avatarSize }}
          className="flex items-center text-meta text-muted italic"
        >
          {words.commentNotAvailable}
        </p>
        {children}
      </div>
    </div>
  );
}
