import * as words from '#words/screens';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { navigate, useParams } from '../lib/router/router.tsx';
import { PostDetailSkeleton } from '../features/posts/card/post-detail.tsx';
import { LostFeather } from '../ui/illustrations/lost-feather.tsx';
import { isPostId } from '../features/posts/post-identity.ts';
import { postQuery } from '../features/posts/post.query.ts';
import { PostThread } from '../features/posts/thread/post-thread.tsx';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { LoadError } from '../ui/states/load-error.tsx';
import { paths } from '../paths.ts';

export function PostScreen() {
  const { postId = '' } = useParams(paths.post(':postId'));
  return isPostId(postId) ? (
    <PostContent key={postId} postId={postId} />
  ) : (
    <Nothing title={words.postNotFound} />
  );
}

function PostContent({ postId }: { postId: string }) {
  const { data: post, error, refetch } = useQuery(postQuery(useQueryClient(), postId));
  if (post) return <PostThread post={post} />;
  // docs/product/posts.md fixes this text, with its space before the full stop.
  if (post === null) return <Nothing title={words.postMissingOrDeleted} />;
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} />;
  return <PostDetailSkeleton />;
}

function Nothing({ title }: { title: string }) {
  return (
    <EmptyState
      drawing={<LostFeather />}
      title={title}
      action={
        <Button variant="secondary" onClick={() => navigate(paths.home)}>
          {words.goHome}
        </Button>
      }
    />
  );
}
