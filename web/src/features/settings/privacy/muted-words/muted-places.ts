import * as words from '#words/settings';
import type { MutedWord } from './muted-words.query.ts';

export type Place = MutedWord['where'][number];

/** Where a muted word counts. */
export const places: readonly Place[] = ['feed', 'notifications', 'search'];

export const placeNames: Record<Place, string> = {
  feed: words.feed,
  notifications: words.notifications,
  search: words.search,
};
