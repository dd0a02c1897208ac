import { BYTES_PER_GRAPHEME, lengthOf, trimText } from '@roost/contract/text/text';

/** The part of a text beyond its limit, in UTF-16 code units. */
export interface Overflow {
  start: number;
  end: number;
  /** How many characters are too many. */
  count: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const encoder = new TextEncoder();

/** Returns the part that has to go so that the text fits. Undefined if it fits. The spaces at both ends do not count. */
export function overflowOf(text: string, limit: number): Overflow | undefined {
  const counted = trimText(text);
  const count = lengthOf(counted) - limit;
  if (count <= 0) return undefined;
  const first = text.indexOf(counted);
  return { start: first + fittingUnits(counted, limit), end: first + counted.length, count };
}

/** The length of the longest beginning that fits, as `lengthOf` counts. It ends between two graphemes. */
function fittingUnits(text: string, limit: number): number {
  let graphemes = 0;
  let bytes = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    graphemes += 1;
    bytes += encoder.encode(segment).length;
    if (graphemes > limit || bytes > limit * BYTES_PER_GRAPHEME) return index;
  }
  return text.length;
}
