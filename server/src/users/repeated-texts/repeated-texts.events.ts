import { defineEvent } from '../../kernel/events.ts';
import type { WrittenText } from './repeated-text.queries.ts';

/** A text arrived so often that the site holds its authors back. */
export const textRepeated = defineEvent<{
  fingerprint: Buffer;
  /** New accounts of a wave, or the one account that repeats itself. */
  authors: WrittenText[];
}>('textRepeated');
