import { locale } from '#words/locale';

/** Formats numbers as the language of this build writes them. */
export function numberFormat(options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, options);
}

/** Formats dates and times as the language of this build writes them. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, options);
}

/** Formats rupees, whose digits have the groups of India in every language. */
export function rupeeFormat(): Intl.NumberFormat {
  const { language } = new Intl.Locale(locale);
  return new Intl.NumberFormat(`${language}-IN`, { maximumFractionDigits: 2 });
}

const list = new Intl.ListFormat(locale, { type: 'conjunction', style: 'long' });

/** Joins what people read as a list, such as "Feed, search, and notifications". */
export const formatList = (items: Iterable<string>): string => list.format(items);
