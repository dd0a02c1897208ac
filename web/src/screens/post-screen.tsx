import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { PostDetailSkeleton } from '../features/posts/post-detail.tsx';
import { LostFeather } from '../features/posts/lost-feather.tsx';
import { isPostId } from '../features/posts/post-identity.ts';
import { postQuery } from '../features/posts/post.query.ts';
import { PostThread } from '../features/posts/thread/post-thread.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useBack } from './use-back.ts';

export function PostScreen() {
  const { postId = '' } = useParams();
  usePageTitle('Post');
  return (
    <>
      <PageHeader title="Post" onBack={useBack()} />
      {isPostId(postId) ? (
        <PostContent key={postId} postId={postId} />
      ) : (
        <Nothing words="Post not found." />
      )}
    </>
  );
}

function PostContent({ postId }: { postId: string }) {
  const { data: post, error, refetch } = useQuery(postQuery(useQueryClient(), postId));
  if (post) return <PostThread post={post} />;
  // To the letter, with its space (spec §2).
  if (post === null) return <Nothing words="Post missing or deleted, please go back ." />;
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} />;
  return <PostDetailSkeleton />;
}

function Nothing({ words }: { words: string }) {
  const navigate = useNavigate();
  return (
    <EmptyState
      drawing={<LostFeather />}
      title={words}
      action={
        <Button variant="secondary" onClick={() => void navigate('/home')}>
          Go to Home
        </Button>
      }
    />
  );
}
