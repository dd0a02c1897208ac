import { orderFeeds, type KeptFeed } from '@roost/contract/kept-feeds';
import { type PeopleList } from '@roost/contract/lists';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api.ts';
import { listsQuery } from '../../../users/lists/lists.query.ts';
import { keptFeedsQuery } from './kept-feeds.query.ts';

interface Ordered {
  _id: string;
  position?: number | undefined;
}

/** Sorts the lists and kept feeds of the viewer as the tabs of the feed. Those without a position come last, lists first. */
export function inTabOrder(
  lists: readonly PeopleList[],
  kept: readonly KeptFeed[],
): (PeopleList | KeptFeed)[] {
  return [...lists, ...kept].toSorted(byPosition);
}

const byPosition = (one: Ordered, other: Ordered) =>
  // Two without a position would give NaN.
  (one.position ?? Number.MAX_SAFE_INTEGER) - (other.position ?? Number.MAX_SAFE_INTEGER);

/** Returns the function that gives the tabs this order. It shows at once. Calls go one after another, so the last order stays. */
export function useOrderFeeds(): (ids: string[]) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    scope: { id: 'feed-order' },
    mutationFn: async (ids: string[]) => call(orderFeeds, { body: { ids } }),
    // The API client shows a toast, and the page the order of the server.
    onError() {
      for (const { queryKey } of [listsQuery, keptFeedsQuery])
        void client.invalidateQueries({ queryKey });
    },
  });
  return (ids) => {
    showOrder(client, ids);
    mutate(ids);
  };
}

function showOrder(client: QueryClient, ids: string[]): void {
  const ordered = <Item extends Ordered>(items: Item[] | undefined) =>
    items
      ?.map((item) => ({ ...item, position: ids.indexOf(item._id) + 1 || undefined }))
      .toSorted(byPosition);
  client.setQueryData(listsQuery.queryKey, ordered);
  client.setQueryData(keptFeedsQuery.queryKey, ordered);
}
