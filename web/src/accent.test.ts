import { accentScale } from '@roost/contract/accent';
import { describe, expect, test } from 'vitest';
import {
  contrastOf,
  mix,
  themeNames,
  themeOf,
  type Linear,
} from '../test/support/theme-colours.ts';

const WHITE = [1, 1, 1] as const;
/** Contrast of text, by WCAG. */
const MIN_CONTRAST = 4.5;

describe.each(themeNames)('accent colours of any hue in the theme %s', (name) => {
  test('white text on buttons, and accent text on all grounds, are readable', () => {
    const tooLow: string[] = [];
    for (let hue = 0; hue < 360; hue += 1) {
      const { accent, plain } = themeOf(name, hue);
      const check = (what: string, one: Linear, other: Linear) => {
        const contrast = contrastOf(one, other);
        if (!(contrast >= MIN_CONTRAST)) tooLow.push(`${hue}: ${what} ${contrast.toFixed(2)}`);
      };
      check('white on accent', WHITE, accent('accent').colour);
      check('white on hover', WHITE, accent('accent-hover').colour);
      const text = accent('accent-text').colour;
      for (const ground of ['page', 'raised', 'sunk']) {
        check(`text on ${ground}`, text, plain(ground));
        const soft = accent('accent-soft');
        check(`text on soft ${ground}`, text, mix(soft.colour, soft.alpha, plain(ground)));
      }
    }
    expect(tooLow).toEqual([]);
  });
});

test('the default hue needs no scale', () => {
  expect(accentScale(285)).toBe(1);
});
