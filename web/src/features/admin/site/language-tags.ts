import * as words from '#words/admin';
import { siteLimits } from '@roost/contract/site';
import { locale } from '#words/locale';
import { formatList } from '../../../lib/locale.ts';

/** The form of the tags that the server takes. */
const TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

/** The tags in a typed text. Commas or spaces are between them. */
export function tagsOf(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((tag) => tag !== '');
}

/** Returns the error of a typed list of languages, if it has one. */
export function languagesError(typed: string): string | undefined {
  const tags = tagsOf(typed);
  const bad = tags.find((tag) => !TAG.test(tag));
  if (bad !== undefined) return words.noLanguageTag({ tag: bad });
  if (tags.length === 0) return words.enterALanguage;
  const { max } = siteLimits.languages;
  return tags.length > max ? words.tooManyLanguages({ max }) : undefined;
}

const names = new Intl.DisplayNames([locale], { type: 'language', fallback: 'code' });

/** The names of the typed languages, to see whether they are the right ones. */
export function languageNames(typed: string): string {
  return formatList(tagsOf(typed).map(nameOf));
}

function nameOf(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
