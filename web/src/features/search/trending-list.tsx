import * as words from '#words/search';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../lib/router/link.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadError } from '../../ui/states/load-error.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { LookoutBird } from '../../ui/illustrations/lookout-bird.tsx';
import { trendingQuery } from './trending.query.ts';
import { paths } from '../../paths.ts';

/** The most used hashtags. Each links to its posts. */
export function TrendingList() {
  const { data: hashtags, error, refetch } = useQuery(trendingQuery);
  if (!hashtags) {
    if (error)
      return (
        <LoadError message={words.errorLoadingTrendingHashtags} onRetry={() => void refetch()} />
      );
    return <TrendingSkeletons />;
  }
  if (hashtags.length === 0)
    return <EmptyState drawing={<LookoutBird />} title={words.noTrendingHashtagsFound} />;
  return (
    <ol aria-label={words.trendingHashtags}>
      {hashtags.map(({ _id: tag, count }, index) => (
        <li key={tag} className="border-b border-line">
          <Link
            to={paths.searchFor(`#${tag}`)}
            className="flex min-h-14 items-baseline gap-4 px-4 py-3.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span aria-hidden className="nums w-5 shrink-0 text-end text-meta text-muted">
              {index + 1}
            </span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi className="text-name font-semibold">#{tag}</bdi>{' '}
              <span className="nums text-meta whitespace-nowrap text-muted">
                {words.postsInBrackets({ count })}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

const LINE_WIDTHS = ['w-40', 'w-28', 'w-48', 'w-32', 'w-36'];

function TrendingSkeletons() {
  return (
    <div role="status">
      <span className="sr-only">{words.loadingTrendingHashtags}</span>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="flex min-h-14 items-center gap-4 border-b border-line px-4">
          <Skeleton className="h-3.5 w-5 rounded-xs" />
          <Skeleton
            className={`h-4 max-w-full rounded-xs ${LINE_WIDTHS[index % LINE_WIDTHS.length]}`}
          />
        </div>
      ))}
    </div>
  );
}
