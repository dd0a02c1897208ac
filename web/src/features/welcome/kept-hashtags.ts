import { foldTag } from '@roost/contract/text/words';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keepAsFeed, removeFeed } from '../posts/feed/own-feeds/keep-feed.ts';
import { keptFeedsQuery } from '../posts/feed/own-feeds/kept-feeds.query.ts';

/** The hashtags that the viewer keeps as feeds, as they were written, and functions that add and remove one. Undefined until they are loaded. */
export function useKeptHashtags() {
  const client = useQueryClient();
  const { data: feeds, error, refetch } = useQuery(keptFeedsQuery);
  const feedOf = (tag: string) =>
    feeds?.find(({ hashtag }) => hashtag !== null && foldTag(hashtag) === foldTag(tag));
  return {
    tags: feeds?.flatMap(({ hashtag }) => hashtag ?? []),
    error,
    refetch,
    toggle: async (tag: string) => {
      const feed = feedOf(tag);
      // The API client shows a failure.
      await (feed ? removeFeed(client, feed) : keepAsFeed(client, `#${tag}`)).catch(() => {});
    },
  };
}
