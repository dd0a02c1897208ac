import { z } from 'zod';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const encoder = new TextEncoder();

/** What a person would count as characters: an emoji family or an accented letter is one. */
export function countGraphemes(text: string): number {
  if (isPlain(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** Bytes allowed for each allowed grapheme, so that a tower of combining marks has an end (contract §4). */
export const BYTES_PER_GRAPHEME = 10;

/** What a text counts against a maximum: its graphemes, more where they are unusually heavy. */
export function lengthOf(text: string): number {
  if (isPlain(text)) return text.length;
  const bytes = encoder.encode(text).length;
  return Math.max(Math.ceil(bytes / BYTES_PER_GRAPHEME), countGraphemes(text));
}

export function fitsGraphemes(text: string, max: number): boolean {
  // A code unit has at least one byte, so what is far too long is never taken apart.
  return text.length <= max * BYTES_PER_GRAPHEME && lengthOf(text) <= max;
}

/** ASCII without CR, of which each code unit is one byte and one grapheme; most posts are. */
function isPlain(text: string): boolean {
  return /^[\x20-\x7e\n]*$/.test(text);
}

/** Signs that turn the order of what follows around, which no name needs. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text that stands in a line with others'. */
export function nameText(max: number) {
  return text(max).overwrite((value) => value.replace(TURNING, ''));
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
