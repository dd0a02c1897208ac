import * as words from '#words/posts';
import { dropFeed, keepFeed, type KeptFeed } from '@roost/contract/kept-feeds';
import { hashtagOf } from '@roost/contract/text/hashtag';
import { fold, foldTag } from '@roost/contract/text/words';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api.ts';
import { changeOptimistically } from '../../../../lib/cache/optimistic-change.ts';
import { toast } from '../../../../ui/overlays/toasts.ts';
import { keptFeedsQuery, textOfFeed } from './kept-feeds.query.ts';

/** The hashtag or search to send, to keep the results of a search text. */
function chosenBy(text: string): { hashtag: string } | { query: string } {
  const hashtag = hashtagOf(text);
  return hashtag === undefined ? { query: text } : { hashtag };
}

/** Whether a kept feed shows the results of a search text. */
export function isFeedOf(feed: KeptFeed, text: string): boolean {
  const chosen = chosenBy(text);
  if ('query' in chosen) return feed.query !== null && fold(feed.query) === fold(chosen.query);
  return feed.hashtag !== null && foldTag(feed.hashtag) === foldTag(chosen.hashtag);
}

/** Returns the function that keeps the results of a search text as a feed. */
export function useKeepFeed(): (text: string) => Promise<boolean> {
  const client = useQueryClient();
  return async (text) => {
    const feed = await keepAsFeed(client, text);
    toast.undo(words.keptAsAFeed({ text }), () => void removeFeed(client, feed));
    return true;
  };
}

/** Returns the function that keeps a feed no longer. Undo keeps it again. */
export function useDropFeed(): (feed: KeptFeed) => Promise<boolean> {
  const client = useQueryClient();
  const keepAgain = useKeepFeed();
  return async (feed) => {
    const text = textOfFeed(feed);
    const isDone = await removeFeed(client, feed);
    if (isDone) toast.undo(words.feedRemoved({ text }), () => void keepAgain(text).catch(() => {}));
    return isDone;
  };
}

/** Keeps the results of a search text as a feed, without a toast. */
export async function keepAsFeed(client: QueryClient, text: string): Promise<KeptFeed> {
  const { data } = await call(keepFeed, { body: chosenBy(text) });
  setFeeds(client, (feeds) => [...feeds.filter(({ _id }) => _id !== data._id), data]);
  return data;
}

/** Keeps a feed no longer, without a toast. Resolves to whether it is done. */
export async function removeFeed(client: QueryClient, { _id: feedId }: KeptFeed): Promise<boolean> {
  return changeOptimistically({
    show() {
      const before = client.getQueryData(keptFeedsQuery.queryKey);
      setFeeds(client, (feeds) => feeds.filter(({ _id }) => _id !== feedId));
      return () => client.setQueryData(keptFeedsQuery.queryKey, before);
    },
    send: () => call(dropFeed, { params: { feedId } }),
    // The API client shows a toast.
    failed: () => {},
  });
}

function setFeeds(client: QueryClient, change: (feeds: KeptFeed[]) => KeptFeed[]): void {
  client.setQueryData(keptFeedsQuery.queryKey, (feeds) => feeds && change(feeds));
}
