import type { OriginalPost, Post } from '@roost/contract/posts';
import { Bookmark, Heart, MessageCircle, Repeat2, Share } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { fullCount, shortCount } from '../../lib/count.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useViewerId } from '../auth/viewer.ts';
import { burst } from './burst.ts';
import { postPath, toReply } from './post-identity.ts';
import { sharePost } from './share-post.ts';
import { useReaction } from './toggle.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
const base =
  'group inline-flex h-9 min-w-9 items-center justify-center gap-1 rounded-full px-2 text-meta text-muted transition-colors select-none hover:bg-hover pointer-coarse:h-11 pointer-coarse:min-w-11 disabled:pointer-events-none disabled:opacity-50';
const filled = 'group-aria-pressed:fill-current';

interface PostActionsProps {
  post: Post | OriginalPost;
  /** Not yet confirmed, so nothing can be done with it. */
  isPending?: boolean;
  /** Where the box for a reply is at hand; elsewhere the way to it is the post's own page. */
  onReply?: (() => void) | undefined;
}

/** Reply, repost, like, bookmark, share. */
export function PostActions({ post, isPending = false, onReply }: PostActionsProps) {
  const { stats } = post;
  const react = useReaction();
  const heart = useRef<SVGSVGElement>(null);
  const isOthers = useViewerId() !== post.ownerid._id;
  const isClosed = isOthers && post.visibility === 'followers' && !post.isRepostedByCurrentUser;

  function like() {
    if (!post.isLikedByCurrentUser) burst(heart.current);
    react('like', post);
  }

  return (
    <div className="mt-1 -mx-2 flex max-w-108 flex-wrap items-center justify-between">
      <Reply post={post} isPending={isPending} onReply={onReply} />
      <Tooltip
        label={
          isClosed ? 'Followers-only posts can’t be reposted' : tip('Repost', stats.repostCount)
        }
      >
        <button
          type="button"
          aria-pressed={post.isRepostedByCurrentUser}
          aria-label={named('Repost', stats.repostCount, 'repost', 'reposts')}
          disabled={isPending || isClosed}
          onClick={() => react('repost', post)}
          className={`${base} hover:text-repost aria-pressed:text-repost`}
        >
          <Repeat2 {...icon} className="group-aria-pressed:stroke-[2.4]" />
          <Count value={stats.repostCount} />
        </button>
      </Tooltip>
      <Tooltip label={tip('Like', stats.likeCount)}>
        <button
          type="button"
          aria-pressed={post.isLikedByCurrentUser}
          aria-label={named('Like', stats.likeCount, 'like', 'likes')}
          disabled={isPending}
          onClick={like}
          className={`${base} hover:text-like aria-pressed:text-like`}
        >
          <Heart ref={heart} {...icon} className={filled} />
          <Count value={stats.likeCount} />
        </button>
      </Tooltip>
      <Tooltip label="Bookmark">
        <button
          type="button"
          aria-pressed={post.isBookmarkedByCurrentUser}
          aria-label="Bookmark"
          disabled={isPending}
          onClick={() => react('bookmark', post)}
          className={`${base} hover:text-bookmark aria-pressed:text-bookmark`}
        >
          <Bookmark {...icon} className={filled} />
        </button>
      </Tooltip>
      <Tooltip label="Share">
        <button
          type="button"
          aria-label="Share"
          disabled={isPending}
          onClick={() => void sharePost(post)}
          className={`${base} hover:text-accent-text`}
        >
          <Share {...icon} />
        </button>
      </Tooltip>
    </div>
  );
}

function Reply({
  post: { _id, stats },
  isPending,
  onReply,
}: PostActionsProps & { isPending: boolean }) {
  const words = {
    'aria-label': named('Reply', stats.commentCount, 'reply', 'replies'),
    className: `${base} hover:text-accent-text`,
    children: (
      <>
        <MessageCircle {...icon} />
        <Count value={stats.commentCount} />
      </>
    ),
  };
  if (isPending) {
    return (
      <span className={`${base} pointer-events-none opacity-50`}>
        <MessageCircle {...icon} />
        <Count value={0} />
      </span>
    );
  }
  return (
    <Tooltip label={tip('Reply', stats.commentCount)}>
      {onReply ? (
        <button type="button" onClick={onReply} {...words} />
      ) : (
        <Link to={postPath(_id)} state={toReply} {...words} />
      )}
    </Tooltip>
  );
}

/** Nothing at zero; its place is kept, so that a first like moves nothing. */
function Count({ value }: { value: number }) {
  return (
    <span aria-hidden className="nums min-w-4 text-start whitespace-nowrap">
      {value > 0 ? shortCount(value) : ''}
    </span>
  );
}

function tip(action: string, count: number): string {
  return count > 0 ? `${action} · ${fullCount(count)}` : action;
}

function named(action: string, count: number, one: string, many: string): string {
  return `${action}, ${fullCount(count)} ${count === 1 ? one : many}`;
}
