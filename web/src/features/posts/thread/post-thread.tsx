import * as words from '#words/posts';
import type { Post } from '@roost/contract/posts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useIsRestored, useLocation } from '../../../lib/router/router.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { PostComposer } from '../create/post-composer.tsx';
import { PostDetail } from '../card/post-detail.tsx';
import { isToReply, subjectOf } from '../post-identity.ts';
import { Ancestors } from './ancestors.tsx';
import { Comments } from './comments.tsx';
import { AncestorSkeleton } from './thread-skeleton.tsx';
import { ancestorsQuery } from './thread.query.ts';

/** Reserves space for the visible part of the parent above a comment. The rest is above the window. */
const PARENT_SPACE = 'flex min-h-28 flex-col justify-end';

/** A post with its comments. A comment also has its ancestors above it, and the nearest is in view. */
export function PostThread({ post }: { post: Post }) {
  const subject = subjectOf(post);
  const isComment = subject.parentPost !== null;
  const ancestry = useQuery({ ...ancestorsQuery(subject._id), enabled: isComment });
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusToReply(field);
  const { above, comment } = useKeepScrollPosition(ancestry.data !== undefined);
  return (
    // `useKeepScrollPosition` corrects the scroll position. The browser's own anchoring would move it twice.
    <div className="[overflow-anchor:none]">
      <div ref={above} className={isComment ? PARENT_SPACE : ''}>
        {isComment && ancestry.isPending && <AncestorSkeleton />}
        {ancestry.data && <Ancestors ancestry={ancestry.data} />}
        {ancestry.error && !ancestry.data && (
          <LoadError message={words.ancestorsNotLoaded} onRetry={() => void ancestry.refetch()} />
        )}
      </div>
      <div ref={comment} className={isComment ? 'min-h-dvh scroll-mt-25' : ''}>
        <PostDetail post={post} isHighlighted={isComment} onReply={() => field.current?.focus()} />
        <div className="border-b border-line px-4 pt-3 pb-3">
          <PostComposer reply={{ to: subject, box: field }} />
        </div>
        <Comments post={subject} />
      </div>
    </div>
  );
}

/** Focuses the reply box after a press on a comment button, but not after Back. */
function useFocusToReply(field: { current: HTMLTextAreaElement | null }): void {
  const { state } = useLocation();
  const isRestored = useIsRestored();
  const isWanted = isToReply(state) && !isRestored;
  useEffect(() => {
    if (isWanted) field.current?.focus();
  }, [isWanted, field]);
}

/**
 * Keeps the comment at its position in the window when its ancestors load above it. A newly opened page scrolls to the
 * comment, with a part of its parent above.
 */
function useKeepScrollPosition(hasAbove: boolean) {
  const above = useRef<HTMLDivElement>(null);
  const comment = useRef<HTMLDivElement>(null);
  const isRestored = useIsRestored();
  const wasThere = useRef(hasAbove);
  const room = useRef(0);
  useLayoutEffect(() => {
    const height = above.current?.offsetHeight ?? 0;
    if (!hasAbove) {
      room.current = height;
      return;
    }
    if (!wasThere.current) {
      wasThere.current = true;
      window.scrollBy(0, height - room.current);
    } else if (!isRestored) {
      const show = () => comment.current?.scrollIntoView({ block: 'start' });
      show();
      // The router scrolls to the top after this effect. The microtask runs later.
      queueMicrotask(show);
    }
  }, [hasAbove, isRestored]);
  return { above, comment };
}
