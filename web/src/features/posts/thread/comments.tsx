import type { OriginalPost, Post } from '@roost/contract/posts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fullCount } from '../../../lib/count.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { EmptyNest } from '../empty-nest.tsx';
import { CommentBranch } from './comment-branch.tsx';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import { threadTree } from './thread-tree.ts';
import { commentsQuery } from './thread.query.ts';
import { useWritten } from './written.ts';

/** How many comments a post has, and their threads, page after page. */
export function Comments({ post }: { post: Post | OriginalPost }) {
  const { commentCount } = post.stats;
  return (
    <section aria-labelledby="comments">
      <h2 id="comments" className="nums border-b border-line px-4 py-3 text-name font-semibold">
        {fullCount(commentCount)} {commentCount === 1 ? 'comment' : 'comments'}
      </h2>
      <Threads postId={post._id} />
    </section>
  );
}

function Threads({ postId }: { postId: string }) {
  const { data, error, refetch, ...list } = useInfiniteQuery(commentsQuery(postId));
  const written = useWritten();
  const branches = useMemo(
    () => threadTree(postId, data?.pages ?? [], written),
    [postId, data, written],
  );
  if (!data && error)
    return <LoadError message="Failed to load comments." onRetry={() => void refetch()} />;
  const isEmpty = data && branches.length === 0 && !list.hasNextPage;
  if (isEmpty)
    return <EmptyState drawing={<EmptyNest />} title="No comments yet. Be the first to reply!" />;
  return (
    <>
      <ol aria-label="Comments" aria-busy={list.isFetching}>
        {branches.map((branch) => (
          <li key={branch.id} className="border-b border-line px-4 pt-3 pb-2">
            <CommentBranch branch={branch} />
          </li>
        ))}
      </ol>
      {!data && <ThreadSkeleton />}
      {list.isFetchNextPageError && (
        <LoadError message="Failed to load comments." onRetry={() => void list.fetchNextPage()} />
      )}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <div className="flex justify-center px-4 py-6">
          <Button
            variant="secondary"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
    </>
  );
}
