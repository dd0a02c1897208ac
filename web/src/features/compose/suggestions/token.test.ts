import { expect, test } from 'vitest';
import { tokenAt } from './token.ts';

test.each([
  ['hi @al|', '@', 'al'],
  ['@|', '@', ''],
  ['(@Bob_|', '@', 'Bob_'],
  ['@森|', '@', '森'],
  ['a #fro|', '#', 'fro'],
  ['#हिन्|', '#', 'हिन्'],
  ['x\n@a|l', '@', 'a'],
])('%s is being written', (text, kind, query) => {
  const caret = text.indexOf('|');
  const token = tokenAt(text.replace('|', ''), caret);
  expect(token).toMatchObject({ kind, query });
  expect(text.replace('|', '').slice(token?.start)[0]).toBe(kind);
});

test.each(['|', 'a@b|', '#|', '@al |', 'me@example|', 'https://x.org/#a|', '@@al|', '|@al'])(
  'nothing is in %s',
  (text) => {
    expect(tokenAt(text.replace('|', ''), text.indexOf('|'))).toBeNull();
  },
);

test('a token that continues after the caret is replaced completely', () => {
  expect(tokenAt('@alice!', 3)).toMatchObject({ query: 'al', start: 0, end: 6 });
});
