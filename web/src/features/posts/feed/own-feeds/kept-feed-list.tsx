import * as words from '#words/posts';
import type { KeptFeed } from '@roost/contract/kept-feeds';
import { useQuery } from '@tanstack/react-query';
import { Hash, Search, Trash2 } from 'lucide-react';
import { Link } from '../../../../lib/router/link.tsx';
import { paths } from '../../../../paths.ts';
import { buttonLook } from '../../../../ui/controls/button.tsx';
import { IconButton } from '../../../../ui/controls/icon-button.tsx';
import { LoadError } from '../../../../ui/states/load-error.tsx';
import { Skeleton } from '../../../../ui/states/skeleton.tsx';
import { useDropFeed } from './keep-feed.ts';
import { keptFeedsQuery, textOfFeed } from './kept-feeds.query.ts';

/** The hashtags and searches that the viewer keeps as feeds. */
export function KeptFeedList() {
  const { data: feeds, error, refetch } = useQuery(keptFeedsQuery);
  if (!feeds)
    return error ? (
      <LoadError message={words.errorLoadingKeptFeeds} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="m-4 h-20 rounded-card" />
    );
  if (feeds.length === 0)
    return (
      <div className="flex items-center justify-between gap-4 px-4 py-3">
        <p className="text-body text-muted">{words.keepAHashtagOrASearch}</p>
        <Link to={paths.search} className={buttonLook({ variant: 'secondary' })}>
          {words.explore}
        </Link>
      </div>
    );
  return (
    <ul aria-labelledby="kept-feeds">
      {feeds.map((feed) => (
        <Row key={feed._id} feed={feed} />
      ))}
    </ul>
  );
}

function Row({ feed }: { feed: KeptFeed }) {
  const drop = useDropFeed();
  const text = textOfFeed(feed);
  return (
    <li className="relative flex min-h-16 items-center gap-4 border-b border-line px-4 py-2 transition-colors hover:bg-hover">
      <span className="shrink-0 text-muted">{feed.hashtag === null ? <Search /> : <Hash />}</span>
      <Link
        to={paths.searchFor(text)}
        dir="auto"
        className="min-w-0 flex-1 rounded-xs text-match-parent text-name font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0"
      >
        {text}
      </Link>
      <IconButton
        label={words.removeTheFeed({ text })}
        className="relative"
        onClick={(event) => {
          // The row with the focus disappears.
          event.currentTarget.closest<HTMLElement>('main')?.focus({ preventScroll: true });
          void drop(feed);
        }}
      >
        <Trash2 size={18} />
      </IconButton>
    </li>
  );
}
