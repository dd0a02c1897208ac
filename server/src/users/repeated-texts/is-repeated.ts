import type { SightingCounts } from './repeated-text.queries.ts';

/** The threads and conversations to which one new account may send the same text in a day, and any other account. */
const MAX_PLACES_OF_NEW = 2;
const MAX_PLACES = 9;
/** The new accounts that may send the same text in a day, as long as they send it to few places. */
const MAX_NEW_AUTHORS = 2;

/** How a text arrives: not often, often from one account, or from many new accounts. */
export type Repetition = 'none' | 'alone' | 'wave';

/** Judges how often a text arrived. Many answers in one thread are one place, so that people can agree with each other. */
export function repetitionOf(counts: SightingCounts, isNew: boolean): Repetition {
  const { own_places, new_authors, new_places } = counts;
  if (isNew && new_authors > MAX_NEW_AUTHORS && new_places > MAX_NEW_AUTHORS) return 'wave';
  return own_places > (isNew ? MAX_PLACES_OF_NEW : MAX_PLACES) ? 'alone' : 'none';
}
