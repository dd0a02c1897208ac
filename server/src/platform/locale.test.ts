import { expect, test } from 'vitest';
import { localeFor } from './locale.ts';

test.each([
  ['en', 'en'],
  ['en-GB', 'en'],
  ['de-AT', 'de'],
  ['AR', 'ar'],
  ['hi-Latn-IN', 'hi'],
  ['fr', 'en'],
  ['zh-Hant-TW', 'en'],
  ['', 'en'],
])('mails for the language %s are in %s', (language, locale) => {
  expect(localeFor(language)).toBe(locale);
});
