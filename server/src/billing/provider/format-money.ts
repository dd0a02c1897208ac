import { wordsIn } from '#words/billing';
import type { Locale } from '../../platform/locale.ts';

/** The region of each language whose dates and numbers the receipts use. */
const tags: Record<Locale, string> = {
  en: 'en-GB',
  ar: 'ar',
  de: 'de-DE',
  es: 'es-ES',
  hi: 'hi-IN',
};

/** Formats 48000 paise as 'Rs 480.00', and other currencies with their code. */
export function inRupees(amount: number, locale: Locale, currency = 'INR'): string {
  const words = wordsIn(locale);
  const sum = new Intl.NumberFormat(tags[locale], {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  }).format(amount / 100);
  return currency === 'INR' ? words.rupees({ sum }) : words.otherCurrency({ sum, currency });
}

/** Formats a date as '7 March 2027', in UTC like all periods. */
export function onDay(date: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(tags[locale], { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
