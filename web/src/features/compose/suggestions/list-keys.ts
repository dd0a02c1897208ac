import type { KeyboardEvent } from 'react';

/** Handles a key if it is for the list; returns whether it was. */
export type TakeKey = (event: KeyboardEvent) => boolean;

/** The selected option; `index` is -1 while none is selected. */
export interface ListSelection {
  count: number;
  index: number;
}

/** The effect of a key in a list of options: it selects another option, takes the selected one, or does nothing. */
export function effectOfKey(
  key: string,
  { count, index }: ListSelection,
): { index: number } | 'take' | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return { index: (index + 1) % count };
  if (key === 'ArrowUp') return { index: index <= 0 ? count - 1 : index - 1 };
  return (key === 'Enter' || key === 'Tab') && index >= 0 ? 'take' : null;
}
