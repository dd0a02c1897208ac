import { expect, test } from 'vitest';
import { matchPath } from './match-path.ts';

test.each([
  ['/start', '/start', {}],
  ['/start', '/Start/', {}],
  ['/', '/', {}],
  ['/post/:id', '/post/a1', { id: 'a1' }],
  ['/post/:id', '/POST/a1/', { id: 'a1' }],
  ['/user/:name', '/user/a%20b%2Fc', { name: 'a b/c' }],
  ['/user/:name', '/user/%', { name: '%' }],
  ['/user/:name', '/user/:name', { name: ':name' }],
])('%s matches %s', (pattern, pathname, params) => {
  expect(matchPath(pattern, pathname)).toEqual(params);
});

test.each([
  ['/start', '/'],
  ['/start', '/start/x'],
  ['/post/:id', '/post'],
  ['/post/:id', '/post/'],
  ['/post/:id', '/post//'],
  ['/post/:id', '/post/a/b'],
])('%s does not match %s', (pattern, pathname) => {
  expect(matchPath(pattern, pathname)).toBeUndefined();
});
