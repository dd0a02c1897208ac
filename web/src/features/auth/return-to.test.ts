import { expect, test } from 'vitest';
import { paths } from '../../paths.ts';
import { returnTo } from './return-to.ts';

const requested = `${paths.post('42')}?reply=1#top`;

test.each([
  [{ from: requested }, requested],
  [{ from: '//elsewhere.example' }, paths.home],
  [{ from: 'https://elsewhere.example' }, paths.home],
  [{ from: 7 }, paths.home],
  [null, paths.home],
])('the state %j leads to %s', (state, path) => {
  expect(returnTo(state)).toBe(path);
});
