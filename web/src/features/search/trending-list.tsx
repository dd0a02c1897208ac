import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { fullCount } from '../../lib/count.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { searchPath } from '../posts/post-identity.ts';
import { LookoutBird } from './lookout-bird.tsx';
import { trendingQuery } from './trending.query.ts';

/** What most people write about; each leads to the posts with it. */
export function TrendingList() {
  const { data: hashtags, error, refetch } = useQuery(trendingQuery);
  if (!hashtags) {
    if (error)
      return <LoadError message="Error loading trending hashtags" onRetry={() => void refetch()} />;
    return <TrendingSkeletons />;
  }
  if (hashtags.length === 0)
    return <EmptyState drawing={<LookoutBird />} title="No trending hashtags found." />;
  return (
    <ol aria-label="Trending hashtags">
      {hashtags.map(({ _id: tag, count }, index) => (
        <li key={tag} className="border-b border-line">
          <Link
            to={searchPath(`#${tag}`)}
            className="flex min-h-14 items-baseline gap-4 px-4 py-3.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span aria-hidden className="nums w-5 shrink-0 text-right text-meta text-muted">
              {index + 1}
            </span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi className="text-name font-semibold">#{tag}</bdi>{' '}
              <span className="nums text-meta whitespace-nowrap text-muted">
                ({count === 1 ? '1 post' : `${fullCount(count)} posts`})
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

const LINES = ['w-40', 'w-28', 'w-48', 'w-32', 'w-36'];

function TrendingSkeletons() {
  return (
    <div role="status">
      <span className="sr-only">Loading trending hashtags</span>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="flex min-h-14 items-center gap-4 border-b border-line px-4">
          <Skeleton className="h-3.5 w-5 rounded-xs" />
          <Skeleton className={`h-4 max-w-full rounded-xs ${LINES[index % LINES.length]}`} />
        </div>
      ))}
    </div>
  );
}
