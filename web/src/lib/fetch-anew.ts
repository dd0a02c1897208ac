import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Fetches what is on screen anew, and has the rest fetched when it is wanted. A first answer that is already on its
 * way may be older than what was missed, and the library would take it for the new one: it is asked for again then.
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
