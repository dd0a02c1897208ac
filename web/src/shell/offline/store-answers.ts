import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { OwnUser } from '@roost/contract/users';
import { meKey, storedUserId } from '../../features/auth/session.ts';
import { isTemporary } from '../../features/posts/post-identity.ts';
import { ApiError } from '../../lib/api/api.ts';
import { createBatcher } from '../../lib/batcher.ts';
import { onLogout } from '../../lib/logout.ts';
import { dropAnswer, writeAnswers } from '../../lib/offline/stored-answers.ts';
import { isStored } from './stored-queries.ts';
import { isShownFromStorage } from './show-stored-answers.ts';

/** One write contains all changes within this time. */
const WRITE_AFTER_MS = 500;
/** The browser stores this many pages of a list. */
const MAX_PAGES = 3;
const GONE = [403, 404, 410];

/** Stores the answers of the person's main pages in this browser, from now on and those that are already here. */
export function storeAnswers(client: QueryClient): void {
  const writing = createBatcher<Query>(WRITE_AFTER_MS, (queries) => void write(client, queries));
  const add = (query: Query) => {
    if (isStored(query.queryKey) && !isShownFromStorage(query)) writing.add(query);
  };
  const cache = client.getQueryCache();
  for (const query of cache.getAll()) add(query);
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') add(event.query);
    if (event.action.type === 'error') forgetIfGone(event.query, event.action.error);
  });
  onLogout(writing.cancel);
}

async function write(client: QueryClient, queries: Query[]): Promise<void> {
  const owner = client.getQueryData<OwnUser | null>(meKey)?._id;
  if (!owner) return;
  const answers = [...new Set(queries)].flatMap(({ queryHash, state: { data, dataUpdatedAt } }) =>
    data === undefined ? [] : { hash: queryHash, data: firstPages(data), at: dataUpdatedAt },
  );
  // Without storage the app works as it does without a service worker.
  await writeAnswers(owner, answers, () => storedUserId() === owner).catch(() => {});
}

/** Deletes a stored answer that the server does not give any more. */
function forgetIfGone({ queryKey, queryHash }: Query, error: unknown): void {
  const owner = storedUserId();
  if (owner && isStored(queryKey) && error instanceof ApiError && GONE.includes(error.status))
    dropAnswer(owner, queryHash).catch(() => {});
}

/** The answer without temporary posts, because the server may never confirm them. */
function firstPages(data: unknown): unknown {
  if (!isInfinite(data)) return data;
  return {
    pages: data.pages.slice(0, MAX_PAGES).map(withoutTemporary),
    pageParams: data.pageParams.slice(0, MAX_PAGES),
  };
}

function withoutTemporary(page: unknown): unknown {
  const { posts } = (page ?? {}) as { posts?: { _id: string }[] };
  return posts ? { ...(page as object), posts: posts.filter((post) => !isTemporary(post)) } : page;
}

function isInfinite(data: unknown): data is InfiniteData<unknown> {
  return typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
}
