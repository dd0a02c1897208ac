import { wire } from '#words/wire';
import { inOtherWords } from '@roost/contract/text/wire-words';
import type { Locale } from '../../locale.ts';

/** The text of a failure on a page. On the wire it stays English, because other clients show it. */
export function translateMessage(message: string, locale: Locale): string {
  const words = wire[locale];
  return words ? inOtherWords(message, words) : message;
}
