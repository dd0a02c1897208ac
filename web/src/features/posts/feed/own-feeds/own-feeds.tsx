import * as words from '#words/posts';
import type { KeptFeed } from '@roost/contract/kept-feeds';
import type { PeopleList } from '@roost/contract/lists';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from '../../../../lib/router/link.tsx';
import { paths } from '../../../../paths.ts';
import { buttonLook } from '../../../../ui/controls/button.tsx';
import { listsQuery } from '../../../users/lists/lists.query.ts';
import { postKeys } from '../../post-keys.ts';
import { feedQueries, feedQuery } from '../../post-lists.ts';
import { searchPostsQuery } from '../../search-lists.ts';
import { inTabOrder } from './feed-order.ts';
import { ownFeeds, ownFeedsFailure, type OwnFeed } from '../feed-tab.ts';
import { keptFeedsQuery, textOfFeed } from './kept-feeds.query.ts';

/** Loads the viewer's lists and kept feeds, which become tabs of the feed. Renders nothing. */
export function OwnFeeds() {
  const lists = useQuery(listsQuery);
  const kept = useQuery(keptFeedsQuery);
  const isSettled = !lists.isPending && !kept.isPending;
  useEffect(() => {
    if (!isSettled) return;
    const feeds = inTabOrder(lists.data ?? [], kept.data ?? []);
    ownFeeds.set(feeds.map((feed) => ('name' in feed ? listFeed(feed) : keptFeed(feed))));
  }, [isSettled, lists.data, kept.data]);
  useFailure(lists, kept);
  return null;
}

/** Publishes the failure of a query that has no data. It stays during the next try, so that the tab stays, too. */
function useFailure(lists: UseQueryResult, kept: UseQueryResult): void {
  const message = [lists, kept].find(({ isLoadingError }) => isLoadingError)?.error?.message;
  const { refetch: refetchLists } = lists;
  const { refetch: refetchKept } = kept;
  const isSettled = !lists.isPending && !kept.isPending;
  useEffect(() => {
    if (!isSettled) return;
    const retry = () => {
      void refetchLists();
      void refetchKept();
    };
    ownFeedsFailure.set(message === undefined ? undefined : { message, retry });
  }, [isSettled, message, refetchLists, refetchKept]);
}

function listFeed({ _id: value, name }: PeopleList): OwnFeed {
  feedQueries[value] ??= feedQuery(postKeys.list(value), { list: value });
  return {
    value,
    label: name,
    empty: words.nobodyOnThisListHasPosted,
    emptyAction: (
      <Link to={paths.list(value)} className={buttonLook({ variant: 'secondary' })}>
        {words.addPeople}
      </Link>
    ),
  };
}

function keptFeed(feed: KeptFeed): OwnFeed {
  const text = textOfFeed(feed);
  feedQueries[feed._id] ??= searchPostsQuery(text);
  return {
    value: feed._id,
    label: text,
    empty: words.noPostsYetIn({ text }),
    emptyAction: (
      <Link to={paths.lists} className={buttonLook({ variant: 'secondary' })}>
        {words.changeYourFeeds}
      </Link>
    ),
  };
}
