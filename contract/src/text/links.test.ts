import { expect, test } from 'vitest';
import { readLink } from './links.ts';

test.each([
  ['https://example.org', 'https://example.org/'],
  [' HTTP://Example.org/a b?c=d#e ', 'http://example.org/a%20b?c=d#e'],
  ['https://münchen.example/ä', 'https://xn--mnchen-3ya.example/%C3%A4'],
  ['https://example.org:8443/x', 'https://example.org:8443/x'],
  ['javascript:alert(1)', null],
  ['java\tscript:alert(1)', null],
  ['data:text/html,x', null],
  ['ftp://example.org', null],
  ['//example.org', null],
  ['example.org', null],
  ['https://bank@evil.example', null],
  ['https://bank:secret@evil.example', null],
  ['https://', null],
  ['https:///', null],
  ['https://a b.example', null],
  [`https://example.org/${'x'.repeat(200)}`, null],
  ['', null],
])('%s is %s', (typed, expected) => {
  expect(readLink(typed)).toBe(expected);
});
