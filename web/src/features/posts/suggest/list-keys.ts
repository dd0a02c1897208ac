/** Where the keys stand; `index` is -1 while nothing is selected. */
export interface ListPlace {
  count: number;
  index: number;
}

/** What a key does in a list of options: selects another, takes the selected one, or nothing. */
export function answerTo(
  key: string,
  { count, index }: ListPlace,
): { index: number } | 'take' | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return { index: (index + 1) % count };
  if (key === 'ArrowUp') return { index: index <= 0 ? count - 1 : index - 1 };
  return (key === 'Enter' || key === 'Tab') && index >= 0 ? 'take' : null;
}
