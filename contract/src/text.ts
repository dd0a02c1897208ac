import { z } from 'zod';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const encoder = new TextEncoder();

/** What a person would count as characters: an emoji family or an accented letter is one. */
export function countGraphemes(text: string): number {
  // Plain ASCII without CR is one grapheme a code unit; most posts take this way.
  if (/^[\x20-\x7e\n]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** Bytes allowed for each allowed grapheme, so that a tower of combining marks has an end (contract §4). */
export const BYTES_PER_GRAPHEME = 10;

export function fitsGraphemes(text: string, max: number): boolean {
  const bytes = text.length * 3 <= max ? text.length : encoder.encode(text).length;
  return bytes <= max * BYTES_PER_GRAPHEME && countGraphemes(text) <= max;
}

/** A string PostgreSQL can store: well-formed Unicode without NUL, held to a maximum in graphemes. */
export function text(max: number) {
  return z
    .string()
    .max(max * BYTES_PER_GRAPHEME, `Use at most ${max} characters.`)
    .refine(
      (value) => !value.includes('\0') && value.isWellFormed(),
      'This text has characters that can’t be stored.',
    )
    .refine((value) => fitsGraphemes(value, max), `Use at most ${max} characters.`);
}
