/** The languages of the interface, the mails and the pages, the source language first. Each has a file in every `words` folder. */
export const locales = ['en', 'ar', 'de', 'es', 'hi'] as const;
export type Locale = (typeof locales)[number];

/** The cookie with the language of this browser. The page and the server write it, and it holds nothing else. */
export const localeCookie = 'roost-language';

/** Returns the language for a language tag, if Roost has it. `de-AT` means `de`. */
export function closestLocale(tag: string): Locale | undefined {
  const [language] = tag.toLowerCase().split('-', 1);
  return locales.find((locale) => locale === language);
}
