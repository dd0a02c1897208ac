import {
  matchQuery,
  notifyManager,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { onLogout } from '../logout.ts';

/*
 * The cache engine: changes answers that the query library has cached. It knows no product words. Read in this order:
 *
 * 1. `query-client.ts`: the client with its defaults.
 * 2. `write-cache.ts` (this file): one write to all answers under a key, also to those still on their way.
 * 3. `patch-nodes.ts`: changes every matching object in these answers, and returns an undo function.
 * 4. `optimistic-toggle.ts`: something that is on or off. It shows a press at once and sends it afterwards.
 * 5. `optimistic-change.ts`: any other change. It is undone if the call fails.
 * 6. `latest-wins.ts`: the same for a setting with several values.
 * 7. `fetch-anew.ts`, `unique-by-id.ts`: helpers to fetch answers again and to join pages.
 */

/** Returns the same reference if it changes nothing. `queryHash` identifies the query. */
export type CacheChange = (data: unknown, queryHash: string) => unknown;
export type Undo = () => void;

interface Journal {
  count: number;
  /** For each running fetch: the number of writes before it started. */
  departures: Map<string, number>;
  writes: { number: number; prefix: QueryKey; change: CacheChange }[];
  /** Changes of every answer that arrives. */
  standing: Set<{ prefix: QueryKey; change: CacheChange }>;
}

const journals = new WeakMap<QueryClient, Journal>();

/**
 * Changes the data of every cached query whose key starts with `prefix`. An answer that is already on its way does not
 * contain the change, so it gets the change on arrival. Otherwise a list that loads its next page would restore the
 * old state.
 */
export function writeCache(client: QueryClient, prefix: QueryKey, change: CacheChange): void {
  const journal = journalOf(client);
  journal.count += 1;
  if (journal.departures.size > 0) journal.writes.push({ number: journal.count, prefix, change });
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().findAll({ queryKey: prefix }))
      rewrite(client, query, change);
  });
}

/**
 * Changes the answers that arrive from now on, until a logout or a call of the returned function. It is for a change
 * that the server does not know yet.
 */
export function keepChanging(client: QueryClient, prefix: QueryKey, change: CacheChange): Undo {
  const { standing } = journalOf(client);
  const entry = { prefix, change };
  standing.add(entry);
  const stop = () => {
    standing.delete(entry);
    unregister();
  };
  const unregister = onLogout(stop);
  return stop;
}

function rewrite(client: QueryClient, query: Query, change: CacheChange): void {
  const { data, dataUpdatedAt, isInvalidated } = query.state;
  if (data === undefined) return;
  const next = change(data, query.queryHash);
  if (next === data) return;
  // A local change does not make the data fresher.
  client.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt });
  if (isInvalidated) query.invalidate();
}

function journalOf(client: QueryClient): Journal {
  const known = journals.get(client);
  if (known) return known;
  const cache = client.getQueryCache();
  const underway = cache.getAll().filter((query) => query.state.fetchStatus !== 'idle');
  const journal: Journal = {
    count: 0,
    writes: [],
    standing: new Set(),
    departures: new Map(underway.map((query) => [query.queryHash, 0])),
  };
  journals.set(client, journal);
  cache.subscribe((event) => {
    const { query, type } = event;
    if (type === 'removed') return forget(journal, query);
    if (type !== 'updated') return;
    if (event.action.type === 'fetch') journal.departures.set(query.queryHash, journal.count);
    else if (event.action.type === 'error') forget(journal, query);
    else if (event.action.type === 'success' && !event.action.manual)
      catchUp(client, journal, query);
  });
  return journal;
}

function catchUp(client: QueryClient, journal: Journal, query: Query): void {
  const since = journal.departures.get(query.queryHash) ?? journal.count;
  for (const write of journal.writes) {
    if (write.number > since && matchQuery({ queryKey: write.prefix }, query))
      rewrite(client, query, write.change);
  }
  for (const { prefix, change } of journal.standing)
    if (matchQuery({ queryKey: prefix }, query)) rewrite(client, query, change);
  forget(journal, query);
}

function forget(journal: Journal, query: Query): void {
  journal.departures.delete(query.queryHash);
  if (journal.departures.size === 0) journal.writes.length = 0;
}
