import * as words from '#words/posts';
import type { OriginalPost, Post } from '@roost/contract/posts';
import { fullCount, shortCount } from '../../../lib/format/count.ts';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';

/** The numbers of reposts and likes on the page of a post. Each leads to its people. Nothing at zero. */
export function EngagementFigures({ post: { _id, stats } }: { post: Post | OriginalPost }) {
  const { repostCount, likeCount } = stats;
  if (repostCount + likeCount === 0) return null;
  return (
    <div className="border-b border-line py-1">
      <p className="nums -mx-2 flex flex-wrap gap-x-1">
        {repostCount > 0 && (
          <Figure to={paths.reposts(_id)} count={repostCount} word={words.repostsOfPost} />
        )}
        {likeCount > 0 && (
          <Figure to={paths.likes(_id)} count={likeCount} word={words.likesOfPost} />
        )}
      </p>
    </div>
  );
}

interface FigureProps {
  to: string;
  count: number;
  word: (values: { count: number; shown: string }) => string;
}

function Figure({ to, count, word }: FigureProps) {
  return (
    <Link
      to={to}
      title={fullCount(count)}
      className="flex min-h-8 items-center rounded-full px-2 text-body font-medium transition-colors hover:bg-hover pointer-coarse:min-h-touch"
    >
      {word({ count, shown: shortCount(count) })}
    </Link>
  );
}
