import { readFileSync } from 'node:fs';
import { accentScale, linearOf, luminanceOf } from '@roost/contract/accent';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');
const WHITE = [1, 1, 1] as const;
/** Contrast of text, by WCAG. */
const MIN_CONTRAST = 4.5;

/** A lightness or a chroma, with or without the scale. */
const part = String.raw`(?:calc\()?([\d.]+)(?: \* var\(--accent-scale\)\))?`;

type Linear = ReturnType<typeof linearOf>;

function contrastOf(one: Linear, other: Linear): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes a colour over another one, as browsers do: in encoded sRGB. */
function mix(colour: Linear, alpha: number, under: Linear): Linear {
  const encode = (v: number) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);
  const decode = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const channel = (index: 0 | 1 | 2) =>
    decode(encode(colour[index]) * alpha + encode(under[index]) * (1 - alpha));
  return [channel(0), channel(1), channel(2)];
}

/** The colours of a theme for a hue. */
function themeOf(name: string, hue: number) {
  const block = css.slice(css.indexOf(`[data-theme='${name}'] {`));
  const scale = accentScale(hue);
  const accent = (token: string) => {
    const found = new RegExp(
      `--${token}: oklch\\(\\s*${part}\\s*${part}\\s*var\\(--accent-hue\\)(?: / ([\\d.]+))?`,
    ).exec(block);
    const [, lightness, chroma, alpha] = Array.from(
      found ?? [],
      // A group that matches nothing is undefined.
      (text: string | undefined) => Number(text ?? '1'),
    );
    const factor = found?.[0].includes('--accent-scale') ? scale : 1;
    return { colour: linearOf(lightness! * factor, chroma! * factor, hue), alpha: alpha! };
  };
  const plain = (token: string) => {
    const found = new RegExp(`--${token}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(block);
    const [, lightness, chroma, of] = (found ?? []).map(Number);
    return linearOf(lightness!, chroma!, of!);
  };
  return { accent, plain };
}

describe.each(['light', 'dim', 'dark'])('accent colours of any hue in the theme %s', (name) => {
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
