import * as words from '#words/search';
import { useQuery } from '@tanstack/react-query';
import { Pin, PinOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { isFeedOf, useDropFeed, useKeepFeed } from '../posts/feed/own-feeds/keep-feed.ts';
import { keptFeedsQuery } from '../posts/feed/own-feeds/kept-feeds.query.ts';

/** Keeps the results of a search text as a feed, or keeps them no longer. */
export function KeepFeedButton({ q }: { q: string }) {
  const { data: feeds } = useQuery(keptFeedsQuery);
  const keep = useKeepFeed();
  const drop = useDropFeed();
  const [busy, setBusy] = useState(false);
  // Without the kept feeds, nobody knows what a press would do.
  if (!feeds) return <div className="h-14 border-b border-line" />;
  const kept = feeds.find((feed) => isFeedOf(feed, q));
  const press = async () => {
    setBusy(true);
    // The API client shows a toast for a failure.
    await (kept ? drop(kept) : keep(q)).catch(() => {});
    setBusy(false);
  };
  return (
    <div className="flex h-14 items-center justify-end border-b border-line px-4">
      <Button
        variant="secondary"
        size="sm"
        busy={busy}
        icon={kept ? <PinOff size={16} /> : <Pin size={16} />}
        onClick={() => void press()}
      >
        {kept ? words.removeFromFeeds : words.keepAsAFeed}
      </Button>
    </div>
  );
}
