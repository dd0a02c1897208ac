import { expect, test } from 'vitest';
import { contrastOf } from './contrast.ts';

test.each([
  ['oklch(1 0 75)', 'oklch(0 0 none)', 21],
  ['oklch(0 0 0)', 'oklch(1 0 0)', 21],
  ['oklch(0.5 0.1 20)', 'oklch(0.5 0.1 20)', 1],
  // #767676 on white is the well-known grey with 4.54.
  ['oklch(0.5693 0 0)', 'oklch(1 0 0)', 4.5],
])('%s on %s', (text, ground, contrast) => {
  expect(contrastOf({ text, ground })).toBeCloseTo(contrast, 0);
});

test.each(['', 'rgb(0, 0, 0)', 'oklch(0.5 0.1 20 / 0.5)'])('no contrast for %j', (ground) => {
  expect(contrastOf({ text: 'oklch(1 0 0)', ground })).toBeUndefined();
});
