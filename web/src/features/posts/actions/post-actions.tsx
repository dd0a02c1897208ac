import * as words from '#words/posts';
import type { OriginalPost, Post } from '@roost/contract/posts';
import { Bookmark, Heart, MessageCircle, Repeat2, Share } from 'lucide-react';
import { useRef } from 'react';
import { Link } from '../../../lib/router/link.tsx';
import { shortCount } from '../../../lib/format/count.ts';
import { useViewerId } from '../../auth/viewer.ts';
import { animateHeart } from './animate-heart.ts';
import { toReply } from '../post-identity.ts';
import { sharePost } from './share-post.ts';
import { useReaction } from './reactions.ts';
import { paths } from '../../../paths.ts';

const base =
  'group inline-flex h-8 min-w-8 items-center justify-center gap-1 rounded-full px-2 text-meta text-muted transition-colors select-none hover:bg-hover pointer-coarse:h-touch pointer-coarse:min-w-[44px] pointer-coarse:px-[4px] pointer-fine:compact:h-7.5 disabled:pointer-events-none disabled:opacity-50';
const filled = 'group-aria-pressed:fill-current';

interface PostActionsProps {
  post: Post | OriginalPost;
  /** Opens the reply box on this page. Without it, the reply button links to the post's page. */
  onReply?: (() => void) | undefined;
  /** The reply link replaces the current history entry, for example that of the media viewer. */
  replacesEntry?: boolean | undefined;
}

/** The buttons below a post: reply, repost, like, bookmark and share. */
export function PostActions({ post, onReply, replacesEntry }: PostActionsProps) {
  const { stats } = post;
  const react = useReaction();
  const heart = useRef<SVGSVGElement>(null);
  const isOthers = useViewerId() !== post.ownerid._id;
  const isClosed = isOthers && post.visibility === 'followers' && !post.isRepostedByCurrentUser;

  function like() {
    if (!post.isLikedByCurrentUser) animateHeart(heart.current);
    react('like', post);
  }

  return (
    <div className="-mx-2 flex flex-wrap items-center justify-between pointer-coarse:-mx-[4px]">
      <Reply post={post} onReply={onReply} replacesEntry={replacesEntry} />
      <button
        type="button"
        aria-pressed={post.isRepostedByCurrentUser}
        data-shortcut="t"
        aria-label={words.repostButton(counted(stats.repostCount))}
        data-tooltip={isClosed ? words.repostClosed : tip(words.repost, stats.repostCount)}
        disabled={isClosed}
        onClick={() => react('repost', post)}
        className={`${base} hover:text-repost aria-pressed:text-repost`}
      >
        <Repeat2 className="group-aria-pressed:stroke-[2.4]" />
        <Count value={stats.repostCount} />
      </button>
      <button
        type="button"
        aria-pressed={post.isLikedByCurrentUser}
        data-shortcut="l"
        aria-label={words.likeButton(counted(stats.likeCount))}
        data-tooltip={tip(words.like, stats.likeCount)}
        onClick={like}
        className={`${base} hover:text-like aria-pressed:text-like`}
      >
        <Heart ref={heart} className={filled} />
        <Count value={stats.likeCount} />
      </button>
      <button
        type="button"
        aria-pressed={post.isBookmarkedByCurrentUser}
        data-shortcut="b"
        aria-label={words.bookmark}
        data-tooltip={words.bookmark}
        onClick={() => react('bookmark', post)}
        className={`${base} hover:text-bookmark aria-pressed:text-bookmark`}
      >
        <Bookmark className={filled} />
      </button>
      <button
        type="button"
        aria-label={words.share}
        data-tooltip={words.share}
        onClick={() => void sharePost(post)}
        className={`${base} hover:text-accent-text`}
      >
        <Share />
      </button>
    </div>
  );
}

function Reply({ post: { _id, stats }, onReply, replacesEntry }: PostActionsProps) {
  const button = {
    'data-shortcut': 'r',
    'aria-label': words.replyButton(counted(stats.commentCount)),
    'data-tooltip': tip(words.reply, stats.commentCount),
    className: `${base} hover:text-accent-text`,
    children: (
      <>
        <MessageCircle />
        <Count value={stats.commentCount} />
      </>
    ),
  };
  if (onReply) return <button type="button" onClick={onReply} {...button} />;
  return <Link to={paths.post(_id)} state={toReply} replace={replacesEntry} {...button} />;
}

/** A count, empty at zero. It keeps its width, so the first like moves nothing. */
function Count({ value }: { value: number }) {
  return (
    <span aria-hidden className="nums min-w-4 text-start whitespace-nowrap">
      {value > 0 ? shortCount(value) : ''}
    </span>
  );
}

function tip(action: string, count: number): string {
  return count > 0 ? words.actionAndCount({ action, count }) : action;
}

/** A name contains the visible number, so that people can say it to voice control. The tooltip has the full number. */
const counted = (count: number) => ({ count, shown: shortCount(count) });
