import { wordsOf } from '../../features/search/box/matching.ts';

interface Named {
  label: string;
  /** Other words by which people look for it. */
  also?: string;
}

/** The commands whose words begin with all typed words. Those whose label begins with the text come first. */
export function matchingCommands<Item extends Named>(
  commands: readonly Item[],
  text: string,
): Item[] {
  const typed = wordsOf(text);
  if (typed.length === 0) return [];
  const begins = (own: string[]) =>
    typed.every((word) => own.some((other) => other.startsWith(word)));
  const found = commands.filter(({ label, also = '' }) => begins(wordsOf(`${label} ${also}`)));
  const isFirst = ({ label }: Item) => wordsOf(label)[0]?.startsWith(typed[0] ?? '') ?? false;
  return [...found.filter(isFirst), ...found.filter((command) => !isFirst(command))];
}
