import { z } from 'zod';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const encoder = new TextEncoder();

/** Counts characters as a person does: an emoji family or an accented letter is one. */
export function countGraphemes(text: string): number {
  if (isPlain(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** Cuts a text to at most `max` UTF-16 code units, between two graphemes. A cut text ends with `…`. */
export function excerptOf(text: string, max: number): string {
  if (text.length <= max) return text;
  let excerpt = '';
  for (const { segment } of segmenter.segment(text)) {
    if (excerpt.length + segment.length >= max) break;
    excerpt += segment;
  }
  return `${excerpt}…`;
}

/** The bytes per allowed grapheme. This bounds letters with very many combining marks. */
export const BYTES_PER_GRAPHEME = 10;

/** The length of a text against a maximum: its graphemes, or more if they have unusually many bytes. */
export function lengthOf(text: string): number {
  if (isPlain(text)) return text.length;
  const bytes = encoder.encode(text).length;
  return Math.max(Math.ceil(bytes / BYTES_PER_GRAPHEME), countGraphemes(text));
}

export function fitsGraphemes(text: string, max: number): boolean {
  // A code unit has at least one byte, so a very long text is refused without segmentation.
  return text.length <= max * BYTES_PER_GRAPHEME && lengthOf(text) <= max;
}

/** ASCII without CR: each code unit is one byte and one grapheme. Most posts are like this. */
function isPlain(text: string): boolean {
  return /^[\x20-\x7e\n]*$/.test(text);
}

/**
 * A character that a reader can see. Spaces, controls, fillers and tags show nothing, and a combining mark or a variation
 * selector shows nothing without a character before it.
 */
const VISIBLE =
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}\p{Noncharacter_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}]/u;

/**
 * Characters that `trimText` removes at both ends: spaces, controls, and invisible characters that do not change their
 * neighbour's look. Joiners, variation selectors, tags and direction marks stay.
 */
const EDGE =
  /[\p{White_Space}\p{Cc}\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]/u;

/** Removes invisible characters at both ends. Returns '' for a text without visible characters. Linear. */
export function trimText(text: string): string {
  if (!VISIBLE.test(text)) return '';
  let start = 0;
  let end = text.length;
  while (EDGE.test(text.charAt(start))) start += 1;
  while (EDGE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Characters that reverse the direction of the following text. No name needs them. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;

/** A text that stands in one line with other texts, such as a name. */
export function nameText(max: number) {
  return text(max)
    .refine((value) => !LINE_BREAK.test(value), 'Write it on one line.')
    .overwrite((value) => trimText(value.replace(TURNING, '')));
}

/** A text that a person writes: trimmed, with a maximum length in graphemes. */
export function text(max: number) {
  return bounded(storable().overwrite(trimText), max);
}

/** The same without trimming, for texts that are only compared. */
export function untrimmedText(max: number) {
  return bounded(storable(), max);
}

/** A string that PostgreSQL can store: well-formed Unicode without NUL. */
function storable() {
  return z
    .string()
    .refine(
      (value) => !value.includes('\0') && value.isWellFormed(),
      'This text has characters that can’t be stored.',
    );
}

function bounded(string: z.ZodString, max: number) {
  return string
    .max(max * BYTES_PER_GRAPHEME, `Use at most ${max} characters.`)
    .refine((value) => fitsGraphemes(value, max), `Use at most ${max} characters.`);
}
