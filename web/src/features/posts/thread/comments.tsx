import * as words from '#words/posts';
import type { OriginalPost, Post } from '@roost/contract/posts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { EmptyNest } from '../../../ui/illustrations/empty-nest.tsx';
import { CommentBranch } from './comment-branch.tsx';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import { threadTree } from './thread-tree.ts';
import { commentsQuery } from './thread.query.ts';
import { useNewComments } from './new-comments.ts';

/** The number of comments and their threads, page by page. */
export function Comments({ post }: { post: Post | OriginalPost }) {
  const { commentCount } = post.stats;
  return (
    <section aria-labelledby="comments">
      <h2 id="comments" className="nums border-b border-line px-4 py-3 text-name font-semibold">
        {words.comments({ count: commentCount })}
      </h2>
      <Threads postId={post._id} />
    </section>
  );
}

function Threads({ postId }: { postId: string }) {
  const { data, error, refetch, ...list } = useInfiniteQuery(commentsQuery(postId));
  const newComments = useNewComments();
  const branches = useMemo(
    () => threadTree(postId, data?.pages ?? [], newComments),
    [postId, data, newComments],
  );
  if (!data && error)
    return <LoadError message={words.failedToLoadComments} onRetry={() => void refetch()} />;
  const hidden = data?.pages.at(-1)?.notShown ?? 0;
  const hiddenText = hidden > 0 && words.repliesNotShown({ count: hidden });
  const isEmpty = data && branches.length === 0 && !list.hasNextPage;
  if (isEmpty)
    return <EmptyState drawing={<EmptyNest />} title={hiddenText || words.noCommentsYet} />;
  return (
    <>
      <ol aria-label={words.commentList} aria-busy={list.isFetching}>
        {branches.map((branch) => (
          <li key={branch.id} className="border-b border-line px-4 pt-3 pb-2">
            <CommentBranch branch={branch} />
          </li>
        ))}
      </ol>
      {hiddenText && <p className="px-4 py-6 text-center text-meta text-muted">{hiddenText}</p>}
      {!data && <ThreadSkeleton />}
      {list.isFetchNextPageError && (
        <LoadError message={words.failedToLoadComments} onRetry={() => void list.fetchNextPage()} />
      )}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <div className="flex justify-center px-4 py-6">
          <Button
            data-shortcut="j"
            variant="secondary"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {words.showMoreComments}
          </Button>
        </div>
      )}
    </>
  );
}
