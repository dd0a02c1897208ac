import { createContext, use, useMemo } from 'react';

export interface Highlight {
  /** In code units. */
  start: number;
  end: number;
}

/** Finds the parts of a text that match a search. */
type FindHighlights = (text: string) => readonly Highlight[];

/** A search gives this to its results. Posts elsewhere have null here and show no highlights. */
export const HighlightsContext = createContext<FindHighlights | null>(null);

const none: readonly Highlight[] = [];

export function useHighlights(text: string): readonly Highlight[] {
  const find = use(HighlightsContext);
  return useMemo(() => find?.(text) ?? none, [find, text]);
}
