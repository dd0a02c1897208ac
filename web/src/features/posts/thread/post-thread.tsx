import type { Post } from '@roost/contract/posts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { LoadError } from '../../../ui/load-error.tsx';
import { Composer } from '../composer.tsx';
import { PostDetail } from '../post-detail.tsx';
import { isToReply, subjectOf } from '../post-identity.ts';
import { Ancestors } from './ancestors.tsx';
import { Comments } from './comments.tsx';
import { ancestorsQuery } from './thread.query.ts';

/** A post with its comments; a comment also with what it answers, above it and out of sight at first. */
export function PostThread({ post }: { post: Post }) {
  const subject = subjectOf(post);
  const isComment = subject.parentPost !== null;
  const ancestry = useQuery({ ...ancestorsQuery(subject._id), enabled: isComment });
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusToReply(field);
  const { above, mark } = useKeptInSight(ancestry.data !== undefined);
  return (
    // Kept in place by us, not by the browser: both would move it twice.
    <div className="[overflow-anchor:none]">
      <div ref={above}>
        {ancestry.data && <Ancestors ancestry={ancestry.data} />}
        {ancestry.error && !ancestry.data && (
          <LoadError
            message="What this comment answers could not be loaded."
            onRetry={() => void ancestry.refetch()}
          />
        )}
      </div>
      <div ref={mark} className={isComment ? 'min-h-dvh' : ''}>
        <PostDetail post={post} isMarked={isComment} onReply={() => field.current?.focus()} />
        <div className="border-b border-line px-4 pt-3 pb-3">
          <Composer reply={{ to: subject, box: field }} />
        </div>
        <Comments post={subject} />
      </div>
    </div>
  );
}

/** Whoever came by a comment button finds the cursor in the box; whoever comes back does not. */
function useFocusToReply(field: { current: HTMLTextAreaElement | null }): void {
  const { state } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const isWanted = isToReply(state) && !isBack;
  useEffect(() => {
    if (isWanted) field.current?.focus();
  }, [isWanted, field]);
}

/** The comment stands where it stood when what it answers comes in above it; opened anew it is scrolled to. */
function useKeptInSight(hasAbove: boolean) {
  const above = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const isBack = useNavigationType() === NavigationType.Pop;
  const wasThere = useRef(hasAbove);
  useLayoutEffect(() => {
    if (!hasAbove) return;
    if (!wasThere.current) {
      wasThere.current = true;
      window.scrollBy(0, above.current?.offsetHeight ?? 0);
    } else if (!isBack) {
      const show = () => mark.current?.scrollIntoView({ block: 'start' });
      show();
      // The router, which comes after, scrolls to the top.
      queueMicrotask(show);
    }
  }, [hasAbove, isBack]);
  return { above, mark };
}
