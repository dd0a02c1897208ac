import { expect, test } from 'vitest';
import { entriesOf, mergedEntries, ownDomainIn, problemsOf } from './blocked-lines.ts';

test('each line is an entry, without empty lines and spaces', () => {
  expect(entriesOf(' a.example \n\n\tb.example\r\n')).toEqual(['a.example', 'b.example']);
});

test('the list keeps entries that other admins added, and loses those that they removed', () => {
  const draft = { before: ['a', 'b', 'c'], text: 'a\nc\nnew' };
  expect(mergedEntries(['a', 'b', 'theirs'], draft)).toEqual(['a', 'theirs', 'new']);
});

test('without a draft, the list stays as it is now', () => {
  expect(mergedEntries(['a'], undefined)).toEqual(['a']);
});

test('an entry that both added is there once', () => {
  expect(mergedEntries(['a', 'new'], { before: ['a'], text: 'a\nnew\nnew' })).toEqual(['a', 'new']);
});

test('errors are at the line of their entry', () => {
  const errors = [
    { path: 'mailDomains.2', message: 'No domain.' },
    { path: 'mailDomains.1', message: 'No domain.' },
    { path: 'addresses.0', message: 'No range.' },
  ];
  const sent = ['good.example', 'bad one', 'worse'];
  const text = 'worse\n\ngood.example\n bad one ';
  expect(problemsOf('mailDomains', errors, sent, text)).toEqual({
    lines: [
      { line: 1, entry: 'worse', message: 'No domain.' },
      { line: 4, entry: 'bad one', message: 'No domain.' },
    ],
    whole: undefined,
  });
});

test('an error of the whole list has no line', () => {
  const errors = [{ path: 'addresses', message: 'Your own address.' }];
  expect(problemsOf('addresses', errors, ['192.0.2.1'], '192.0.2.1')).toEqual({
    lines: [],
    whole: 'Your own address.',
  });
});

test.each([
  [['nest.example'], [], 'me@nest.example', 'nest.example'],
  [['@Nest.Example'], [], 'me@mail.nest.example', '@Nest.Example'],
  [['nest.example'], ['nest.example'], 'me@nest.example', undefined],
  [['est.example'], [], 'me@nest.example', undefined],
  [['@'], [], 'me@nest.example', undefined],
])('%j after %j and %s', (typed, before, email, found) => {
  expect(ownDomainIn(typed, before, email)).toBe(found);
});
