import { expect, test } from 'vitest';
import { languageNames, languagesError, tagsOf } from './language-tags.ts';

test('commas and spaces are between the tags', () => {
  expect(tagsOf(' en,de  pt-BR;; ')).toEqual(['en', 'de', 'pt-BR']);
});

test.each([
  ['en', undefined],
  ['en, zh-Hant-TW', undefined],
  ['', 'Enter a language.'],
  ['en, English', '“English” is no language tag. Use tags such as en or pt-BR.'],
  ['en '.repeat(21), 'Use at most 20 languages.'],
])('%j: %s', (typed, error) => {
  expect(languagesError(typed)).toBe(error);
});

test('the names of the languages show', () => {
  expect(languageNames('en, pt-BR')).toBe('English and Brazilian Portuguese');
});

test('a tag without a name shows as it is', () => {
  expect(languageNames('en, qqq')).toBe('English and qqq');
  expect(languageNames('x_y')).toBe('x_y');
});
