import { closestLocale, type Locale } from '@roost/contract/locales';

export { locales, type Locale } from '@roost/contract/locales';

/** The language of mails to people whose language Roost does not have, and of pages if nothing else is known. */
export const siteLocale: Locale = 'en';

/** The language of Roost for a language tag, such as that of a person, or the main one of the site. */
export function localeFor(language: string): Locale {
  return closestLocale(language) ?? siteLocale;
}

/** The day of a time, in UTC: 'March 7, 2027'. */
export function dayIn(time: Date, locale: Locale): string {
  return time.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}

/** The attributes of an element that holds text in this language. */
export function langAttributes(locale: Locale): string {
  return `lang="${locale}" dir="${directionOf(locale)}"`;
}

/** Whether a language is written from left to right. */
export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  // TypeScript does not know this method yet.
  const known = new Intl.Locale(locale) as Intl.Locale & {
    getTextInfo(): { direction: 'ltr' | 'rtl' };
  };
  return known.getTextInfo().direction;
}
