import type { ReactNode } from 'react';
import { storedText } from '../../../lib/storage.ts';
import { personalStore, useStore } from '../../../lib/store.ts';
import { useViewerId } from '../../auth/viewer.ts';

/** A list of people or a kept feed of the viewer, as a tab. Its query is in `feedQueries` by the same value. */
export interface OwnFeed {
  value: string;
  label: string;
  empty: string;
  emptyAction?: ReactNode;
}

/** The viewer's own feeds. Undefined until they have loaded. */
export const ownFeeds = personalStore<readonly OwnFeed[] | undefined>(undefined);

/** Given while the lists or the kept feeds could not be loaded. Then `ownFeeds` lacks these. */
export const ownFeedsFailure = personalStore<{ message: string; retry: () => void } | undefined>(
  undefined,
);

const stored = storedText('sessionStorage', 'roost:feed-tab');
const selected = personalStore<string | undefined>(undefined);

/** Selects a tab: 'foryou', 'following' or the id of a list or kept feed. This browser tab remembers it over a reload. */
export function selectFeedTab(viewerId: string, tab: string): void {
  // After this, the list of the new tab restores its own position, if it has one.
  window.scrollTo(0, 0);
  selected.set(tab);
  stored.write(`${tab} ${viewerId}`);
}

/** The selected feed tab. */
export function useFeedTab(): [string, (next: string) => void] {
  const viewerId = useViewerId();
  const [was, by] = stored.read()?.split(' ') ?? [];
  const tab = useStore(selected) ?? (by === viewerId && was ? was : 'foryou');
  return [tab, (next) => next !== tab && selectFeedTab(viewerId, next)];
}
