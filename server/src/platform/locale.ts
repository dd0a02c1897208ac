/** The languages of the server's mails and pages. Each has a file in every `words` folder. */
const locales = ['en'] as const;
export type Locale = (typeof locales)[number];

/** The language of pages, and of mails to people whose language the server does not have. */
export const siteLocale: Locale = 'en';

/** The language of mails to a person who chose `language`, a language tag. `de-AT` means `de` if there is no closer one. */
export function localeFor(language: string): Locale {
  for (let tag = language; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const found = locales.find((locale) => locale === tag);
    if (found) return found;
  }
  return siteLocale;
}

/** The day of a time, in UTC: 'March 7, 2027'. */
export function dayIn(time: Date, locale: Locale): string {
  return time.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}

/** The attributes of an element that holds text in this language. */
export function langAttributes(locale: Locale): string {
  return `lang="${locale}" dir="${directionOf(locale)}"`;
}

function directionOf(locale: Locale): string {
  // TypeScript does not know this method yet.
  const known = new Intl.Locale(locale) as Intl.Locale & { getTextInfo(): { direction: string } };
  return known.getTextInfo().direction;
}
