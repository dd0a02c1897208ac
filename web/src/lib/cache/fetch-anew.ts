import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Fetches shown queries again now, and the others when they are shown. A first answer that is already under way may be
 * outdated, but the library would keep it. So this function fetches such a query once more.
 */
export async function fetchAnew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  const all = client.invalidateQueries({ queryKey });
  await Promise.allSettled(first.map(async ({ promise }) => promise));
  if (first.length > 0)
    await client.invalidateQueries({ queryKey, predicate: (query) => first.includes(query) });
  await all;
}
