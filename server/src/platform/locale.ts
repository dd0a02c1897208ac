/** The languages of the server's mails and pages. Each has a file in every `words` folder. */
export type Locale = 'en';

/** The language of everything that the server writes itself. People cannot choose one yet. */
export const siteLocale: Locale = 'en';

/** The attributes of an element that holds text in this language. */
export function langAttributes(locale: Locale): string {
  return `lang="${locale}" dir="${directionOf(locale)}"`;
}

function directionOf(locale: Locale): string {
  // TypeScript does not know this method yet.
  const known = new Intl.Locale(locale) as Intl.Locale & { getTextInfo(): { direction: string } };
  return known.getTextInfo().direction;
}
