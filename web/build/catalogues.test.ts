import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@messageformat/parser';
import { locales } from '@roost/contract/locales';
import { inOtherWords } from '@roost/contract/text/wire-words';
import { expect, test } from 'vitest';
import {
  findCatalogues,
  readMessages,
  readOwnMessages,
  readWireMessages,
  root,
  sourceLocale,
  wireFolder,
} from '../../tools/words/catalogues.ts';
import { evaluateWire } from './evaluate-wire.ts';
import { problemsOf } from './message-problems.ts';
import { findWireMessages } from './wire-messages.ts';

const others = locales.filter((locale) => locale !== sourceLocale);
const catalogues = [...findCatalogues('web'), ...findCatalogues('server')];

test.each(others)('every message is there in %s, with its values and plurals', (locale) => {
  const problems = catalogues.flatMap((catalogue) => {
    const source = readMessages(catalogue, sourceLocale);
    const own = readOwnMessages(catalogue, locale);
    const missing = Object.keys(source).filter((key) => !(key in own));
    const superfluous = Object.keys(own).filter((key) => !(key in source));
    return [
      ...missing.map((key) => `${key} is missing`),
      ...superfluous.map((key) => `${key} is superfluous`),
      ...Object.entries(own).flatMap(([key, message]) =>
        problemsOf(message, source[key] ?? message, locale).map((each) => `${key} ${each}`),
      ),
    ].map((problem) => `${catalogue.folder}: ${problem}`);
  });
  expect(problems).toEqual([]);
});

test('no catalogue has a language that Roost does not have', () => {
  const strange = catalogues.filter(({ locales: own }) =>
    own.some((locale) => !locales.some((known) => known === locale)),
  );
  expect(strange.map(({ folder }) => folder)).toEqual([]);
});

test('no catalogue has a key twice', () => {
  const folders = [wireFolder, ...catalogues.map(({ folder }) => folder)];
  const files = folders.flatMap((folder) => globSync(`${folder}/*.json`, { cwd: root }));
  expect(files.length).toBeGreaterThan(100);
  const twice = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const keys = [...text.matchAll(/^ {2}("(?:[^"\\]|\\.)*"):/gm)].map(([, key]) => key);
    const isComplete = keys.length >= Object.keys(JSON.parse(text) as object).length;
    return [
      ...keys.filter((key, index) => keys.indexOf(key) < index).map((key) => `${file} ${key}`),
      ...(isComplete ? [] : [`${file} has keys that this test does not see`]),
    ];
  });
  expect(twice).toEqual([]);
});

test.each(others)('every policy page is there in %s', (locale) => {
  const pages = ['privacy', 'terms-and-conditions', 'cancellation-and-refunds', 'shipping'];
  const missing = [...pages, 'contact-us', 'contact-known'].filter(
    (page) => !existsSync(join(root, `server/src/site/policies/${locale}/${page}.md`)),
  );
  expect(missing).toEqual([]);
});

const wireMessages = findWireMessages();

test.each(others)('every message of the server to a person has words in %s', async (locale) => {
  expect(wireMessages.length).toBeGreaterThan(150);
  const words = await evaluateWire(locale);
  // A value that a message can have.
  const sent = wireMessages.map((message) => message.replaceAll('{}', '7'));
  const translated = readWireMessages(locale);
  // The values of these are words, which their keys contain.
  const spoken = sent.filter((message) => !/^“7” is (?:no 7|one too many|too large)/.test(message));
  expect(spoken.filter((message) => inOtherWords(message, words) === message)).toEqual([]);
  expect(Object.keys(translated)).toEqual(Object.keys(readWireMessages('de')));
});

test.each(others)('words in %s for a message of the server keep its values', async (locale) => {
  const problems = Object.entries(readWireMessages(locale)).flatMap(([english, message]) =>
    problemsOf(message, english.replaceAll("'", '’'), locale).map((each) => `${english} ${each}`),
  );
  expect(problems).toEqual([]);
  const words = await evaluateWire(locale);
  for (const english of Object.keys(readWireMessages(locale))) {
    const sent = english.replaceAll(/\{(\w+)\}/g, '12');
    const shown = inOtherWords(sent, words);
    expect(shown).not.toBe(sent);
    expect(shown.split('12').length).toBe(sent.split('12').length);
  }
});

test.each([
  ['a value', 'Hallo', 'Hello {name}', 'de', 'lacks {name}'],
  ['another value', 'Hallo {nom}', 'Hello {name}', 'de', 'lacks {name}, has an unknown {nom}'],
  ['an element', 'Lies das', 'Read the <terms/>', 'de', 'lacks {terms}'],
  [
    'a plural form',
    '{n, plural, one {# إعجاب} other {# إعجاب}}',
    '{n, plural, one {# like} other {# likes}}',
    'ar',
    'lacks the plural zero of {n}, lacks the plural two of {n}, lacks the plural few of {n}, lacks the plural many of {n}',
  ],
  [
    'a plural form that the language does not have',
    '{n, plural, one {# Mal} few {# Mal} other {# Mal}}',
    '{n, plural, one {# time} other {# times}}',
    'de',
    'has an unknown plural few of {n}',
  ],
  [
    'the number of a plural',
    '{n, plural, one {# Mal} other {Male}}',
    '{n, plural, one {# time} other {# times}}',
    'de',
    'shows no number in other of {n}',
  ],
  ['the format of a number', '{n}', '{n, number} MB', 'de', 'does not format the number {n}'],
  [
    'a choice',
    '{what, select, one {Eins} other {Mehr}}',
    '{what, select, one {One} two {Two} other {More}}',
    'de',
    'has other choices of {what}',
  ],
  [
    'a value in one form',
    '{n, plural, one {ein Like} other {{shown} Likes}}',
    '{n, plural, one {{shown} like} other {{shown} likes}}',
    'de',
    'lacks {shown} in one of {n}',
  ],
  ['a text', ' ', 'Hello', 'de', 'is empty'],
])('a message that lacks %s is found', (_, message, source, locale, problem) => {
  expect(problemsOf(message, source, locale).join(', ')).toBe(problem);
});

test('the parser refuses a message with an open brace', () => {
  expect(() => parse('{name')).toThrow();
});
