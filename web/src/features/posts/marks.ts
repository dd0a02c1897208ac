import { createContext, use, useMemo } from 'react';

export interface Mark {
  /** In code units. */
  start: number;
  end: number;
}

/** Finds what is to stand out in a text; null where nothing was looked for. */
type FindMarks = (text: string) => readonly Mark[];

/** Given by a search around its results, so that posts elsewhere need not know how words are found. */
export const MarksContext = createContext<FindMarks | null>(null);

const none: readonly Mark[] = [];

export function useMarks(text: string): readonly Mark[] {
  const find = use(MarksContext);
  return useMemo(() => find?.(text) ?? none, [find, text]);
}
