/** A part of a text. `isOwn` parts are not in the other text. */
export interface TextPart {
  text: string;
  isOwn: boolean;
}

/** Longer changes are not compared word by word. The table of the comparison has the square of this size. */
const MAX_WORDS = 600;

/** Compares two texts word by word. Returns the parts of each. */
export function compareTexts(before: string, after: string): [TextPart[], TextPart[]] {
  const [one, other] = [wordsOf(before), wordsOf(after)];
  const start = commonStart(one, other);
  const end = commonStart(one.slice(start).toReversed(), other.slice(start).toReversed());
  const common = commonWords(
    one.slice(start, one.length - end),
    other.slice(start, other.length - end),
  );
  return [partsOf(one, start, end, common[0]), partsOf(other, start, end, common[1])];
}

/** Words, and the spaces between them. */
const wordsOf = (text: string): string[] => text.match(/\s+|\S+/g) ?? [];

function commonStart(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}

/** The indexes of the words that both lists have, in the same order (the longest common subsequence). */
function commonWords(
  one: readonly string[],
  other: readonly string[],
): [ReadonlySet<number>, ReadonlySet<number>] {
  const [inOne, inOther] = [new Set<number>(), new Set<number>()];
  if (one.length > MAX_WORDS || other.length > MAX_WORDS) return [inOne, inOther];
  const width = other.length + 1;
  /** The length of the longest common rest, from each pair of words on. */
  const rest = new Uint16Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1)
      rest[i * width + j] =
        one[i] === other[j]
          ? rest[(i + 1) * width + j + 1]! + 1
          : Math.max(rest[(i + 1) * width + j]!, rest[i * width + j + 1]!);
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    if (one[i] === other[j]) {
      inOne.add(i);
      inOther.add(j);
      i += 1;
      j += 1;
    } else if (rest[(i + 1) * width + j]! >= rest[i * width + j + 1]!) i += 1;
    else j += 1;
  }
  return [inOne, inOther];
}

function partsOf(
  all: readonly string[],
  start: number,
  end: number,
  common: ReadonlySet<number>,
): TextPart[] {
  const parts: TextPart[] = [];
  for (const [index, text] of all.entries()) {
    const isOwn = index >= start && index < all.length - end && !common.has(index - start);
    const last = parts.at(-1);
    if (last?.isOwn === isOwn) last.text += text;
    else parts.push({ text, isOwn });
  }
  return parts;
}
