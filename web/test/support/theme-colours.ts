import { readFileSync } from 'node:fs';
import { accentScale, linearOf, luminanceOf } from '@roost/contract/accent';

const read = (file: string) => readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8');
const themes = read('tokens.css');
const contrasts = read('contrast.css');

export type Linear = ReturnType<typeof linearOf>;
export const themeNames = ['light', 'dim', 'dark'] as const;
type ThemeName = (typeof themeNames)[number];

/** A lightness or a chroma, with or without the scale. */
const part = String.raw`(?:calc\()?([\d.]+)(?: \* var\(--accent-scale\)\))?`;

/** The contrast of two colours, by WCAG. */
export function contrastOf(one: Linear, other: Linear): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes a colour over another one, as browsers do: in encoded sRGB. */
export function mix(colour: Linear, alpha: number, under: Linear): Linear {
  const encode = (v: number) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);
  const decode = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const channel = (index: 0 | 1 | 2) =>
    decode(encode(colour[index]) * alpha + encode(under[index]) * (1 - alpha));
  return [channel(0), channel(1), channel(2)];
}

/** The colours of a theme for a hue of the accent, also with more contrast. */
export function themeOf(name: ThemeName, hue: number, { hasContrast = false } = {}) {
  const blocks = [themes.slice(themes.indexOf(`[data-theme='${name}'] {`))];
  if (hasContrast) blocks.unshift(...contrastBlocks(name));
  const find = (token: string, value: string) => {
    for (const block of blocks) {
      if (!block.includes(`--${token}:`)) continue;
      const found = new RegExp(`--${token}: oklch\\(\\s*${value}`).exec(block);
      if (found) return found;
    }
    throw new Error(`${name} has no --${token}`);
  };
  const scale = accentScale(hue);
  const accent = (token: string) => {
    const value = `${part}\\s*${part}\\s*var\\(--accent-hue\\)(?: / ([\\d.]+))?`;
    const found = find(token, value);
    const [, lightness, chroma, alpha] = Array.from(
      found,
      // A group that matches nothing is undefined.
      (text: string | undefined) => Number(text ?? '1'),
    );
    const factor = found[0].includes('--accent-scale') ? scale : 1;
    return { colour: linearOf(lightness! * factor, chroma! * factor, hue), alpha: alpha! };
  };
  const plain = (token: string) => {
    const [, lightness, chroma, of] = find(token, '([\\d.]+) ([\\d.]+) ([\\d.]+)\\)').map(Number);
    return linearOf(lightness!, chroma!, of!);
  };
  return { accent, plain };
}

/** The blocks that give a theme more contrast, the strongest first. */
function contrastBlocks(name: ThemeName): string[] {
  return [...contrasts.matchAll(/^\[data-contrast[^{]*\{[^}]*\}/gm)]
    .map(([block]) => block)
    .filter((block) => block.includes(`[data-theme='${name}']`))
    .reverse();
}
