import {
  notifyManager,
  onlineManager,
  type Query,
  type QueryClient,
  type QueryPersister,
} from '@tanstack/react-query';
import { getMe } from '@roost/contract/auth';
import type { OwnUser } from '@roost/contract/users';
import { meKey, storedUserId } from '../../features/auth/session.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { isUnanswered } from '../../lib/api/api-error.ts';
import { personalSet } from '../../lib/logout.ts';
import { readAnswer } from '../../lib/offline/stored-answers.ts';
import { connection, subscribeToConnection } from '../../lib/socket/connection.ts';
import { isOffline, isServerAway } from '../../lib/socket/network.ts';
import { isStored, isMe } from './stored-queries.ts';

/** A proxy gives these for a server that has stopped. */
const OUTAGES = [502, 503, 504];

/** The hashes of queries that show a stored answer now. */
const shown = personalSet<string>();
export const isShownFromStorage = ({ queryHash }: Query): boolean => shown.has(queryHash);

/**
 * Shows the stored answer of a query that the server does not answer. Without a network it does not ask, so there is no error
 * toast for each list. When the server is back, the shown queries ask again.
 */
export function showStoredAnswers(client: QueryClient): void {
  const defaults = client.getDefaultOptions();
  if (defaults.queries?.persister) return;
  client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, persister } });
  // The library takes a page that opens offline for online. Then it would not ask again for lists that failed.
  onlineManager.setOnline(navigator.onLine);
  addEventListener('online', () => refresh(client));
  subscribeToConnection(() => connection() === 'open' && refresh(client));
}

/** Asks for the session, because it may have ended. Its answer means that the server is there. */
export function waitForServer(client: QueryClient): void {
  isServerAway.set(true);
  const ask = async () => {
    if (!isServerAway.get()) return;
    try {
      const { data } = await call(getMe, {}, { quiet: true });
      client.setQueryData<OwnUser | null>(meKey, data);
      refresh(client);
    } catch {
      // The app goes on without the server. A 401 has ended the session by now.
    }
  };
  void ask();
  addEventListener('online', () => void ask());
}

function refresh(client: QueryClient): void {
  isServerAway.set(false);
  const outdated = new Set(shown);
  shown.clear();
  if (outdated.size > 0)
    void client.invalidateQueries({ predicate: ({ queryHash }) => outdated.has(queryHash) });
}

const persister: QueryPersister = async (queryFn, context, query) => {
  const { queryKey, state } = query;
  const isMore = (state.fetchMeta as { fetchMore?: object } | null)?.fetchMore !== undefined;
  const canBeStored = isStored(queryKey) && !isMe(queryKey) && !isMore;
  if (canBeStored && isOffline()) {
    const known = await find(query);
    if (known) return show(query, known);
  }
  try {
    const answer = await queryFn(context);
    shown.delete(query.queryHash);
    return answer;
  } catch (error) {
    const known = canBeStored && isOutage(error) && state.data === undefined && (await find(query));
    if (known) return show(query, known);
    throw error;
  }
};

interface Known {
  data: unknown;
  at: number;
}

async function find({ queryHash, state }: Query): Promise<Known | undefined> {
  if (state.data !== undefined) return { data: state.data, at: state.dataUpdatedAt };
  const owner = storedUserId();
  return owner ? readAnswer(owner, queryHash) : undefined;
}

function show(query: Query, { data, at }: Known): unknown {
  shown.add(query.queryHash);
  // The library takes it for a new answer.
  notifyManager.schedule(() => query.setState({ dataUpdatedAt: at }));
  return data;
}

function isOutage(error: unknown): boolean {
  return isUnanswered(error) || (error instanceof ApiError && OUTAGES.includes(error.status));
}
