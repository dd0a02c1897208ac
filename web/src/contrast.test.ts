import { siteDefaults } from '@roost/contract/limits';
import { describe, expect, test } from 'vitest';
import {
  contrastOf,
  mix,
  themeNames,
  themeOf,
  type Linear,
} from '../test/support/theme-colours.ts';

/** Contrast of text (WCAG 1.4.6, the enhanced level), and of the borders of controls (1.4.11). */
const MIN_TEXT = 7;
const MIN_LINE = 3;
const MIN_CONTROL = 4.5;

const grounds = ['page', 'raised', 'sunk'] as const;
const texts = ['text', 'muted', 'like', 'repost', 'bookmark'];
const meanings = ['danger-text', 'success-text', 'warning-text'];

describe.each(themeNames)('with more contrast, in the theme %s', (name) => {
  const { plain } = themeOf(name, siteDefaults.accent, { hasContrast: true });
  const tooLow = (what: string, one: Linear, other: Linear, min: number) => {
    const contrast = contrastOf(one, other);
    return contrast >= min ? [] : [`${what}: ${contrast.toFixed(2)}`];
  };

  test('texts, lines and controls stand out from every ground', () => {
    const found = grounds.flatMap((ground) => [
      ...[...texts, ...meanings].flatMap((text) =>
        tooLow(`${text} on ${ground}`, plain(text), plain(ground), MIN_TEXT),
      ),
      ...tooLow(`line on ${ground}`, plain('line'), plain(ground), MIN_LINE),
      ...tooLow(`control on ${ground}`, plain('control'), plain(ground), MIN_CONTROL),
      ...tooLow(`presence on ${ground}`, plain('presence'), plain(ground), MIN_CONTROL),
    ]);
    expect([
      ...found,
      ...tooLow('danger', plain('on-danger'), plain('danger'), MIN_TEXT),
      ...tooLow('danger hover', plain('on-danger'), plain('danger-hover'), MIN_TEXT),
      ...tooLow('inverse', plain('inverse-muted'), plain('inverse'), MIN_TEXT),
    ]).toEqual([]);
  });

  test('accent colours of any hue stand out too', () => {
    const found = Array.from({ length: 360 }, (_, hue) => {
      const { accent } = themeOf(name, hue, { hasContrast: true });
      const on = plain('on-accent');
      const soft = accent('accent-soft');
      const text = accent('accent-text').colour;
      return [
        ...tooLow(`${hue}: on accent`, on, accent('accent').colour, MIN_TEXT),
        ...tooLow(`${hue}: on hover`, on, accent('accent-hover').colour, MIN_TEXT),
        ...grounds.flatMap((ground) => [
          ...tooLow(`${hue}: on ${ground}`, text, plain(ground), MIN_TEXT),
          ...tooLow(
            `${hue}: on soft ${ground}`,
            text,
            mix(soft.colour, soft.alpha, plain(ground)),
            MIN_TEXT,
          ),
        ]),
      ];
    }).flat();
    expect(found).toEqual([]);
  });
});
