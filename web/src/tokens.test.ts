import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const web = join(import.meta.dirname, '..');
/** These files set the tokens and the sizes and durations of plain elements. */
const tokens = ['tokens', 'contrast', 'base', 'motion'].map((name) => `src/${name}.css`);

/** Colours that are no tokens, each file with its reason. */
const ownColours: Record<string, string> = {
  'src/features/users/share/profile-card-picture.ts': 'draws a file, which has no theme',
  'src/features/admin/site/accent-field.tsx': 'shows the hues from which an admin chooses',
};

const rules = {
  /** A colour from a person's own hue takes lightness and chroma from tokens. */
  colours:
    /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgba?|hsla?|lch|oklab)\(|oklch\((?!var)/i,
  'sizes of text':
    /\btext-\[(?:length:)?[\d.]+|\btext-(?:xs|sm|base|lg|\d?xl)\b|font-size:(?!.*var\(--text)|leading-\[/,
  durations:
    /\b(?:duration|delay)-(?:\[?\d)|\banimate-\[|(?:transition|animation)[\w-]*:[^;]*\b\d+m?s\b/,
  'steps of space': /[\s"'`:](?:[mp][xytbse]?|gap(?:-[xy])?|space-[xy])-\[[\d.]+rem\]/,
};

const comment = /^\s*(?:\/\/|\/?\*)/;

function listUses(rule: RegExp): string[] {
  return globSync('src/**/*.{ts,tsx,css}', { cwd: web, exclude: ['**/*.test.*'] })
    .filter((file) => !tokens.includes(file))
    .filter((file) => rule !== rules.colours || !(file in ownColours))
    .flatMap((file) =>
      readFileSync(join(web, file), 'utf8')
        .split('\n')
        .filter((line) => rule.test(line) && !comment.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
}

test.each(Object.entries(rules))('%s come from tokens', (_, rule) => {
  expect(listUses(rule)).toEqual([]);
});

test.each([
  ['colours', 'bg-[#fff]'],
  ['colours', 'color: rgb(0 0 0)'],
  ['colours', '`oklch(0.5 0.1 ${hue})`'],
  ['sizes of text', '"text-[0.7rem]"'],
  ['sizes of text', '"text-sm font-bold"'],
  ['durations', '"duration-300"'],
  ['durations', 'transition: opacity 300ms'],
  ['steps of space', '"px-[0.3rem]"'],
] as const)('a check of %s finds %s', (rule, line) => expect(line).toMatch(rules[rule]));

describe('the tokens themselves', () => {
  const css = tokens.map((file) => readFileSync(join(web, file), 'utf8')).join('\n');
  const MAX_MOTION_MS = 200;

  test('every colour is in OKLCH', () => {
    expect(css.match(/#[\da-f]{3,8}\b|\b(?:rgba?|hsla?)\([^)]*\)/gi) ?? []).toEqual([]);
  });

  test('motion takes less than 200 ms, except what the product rules name and what repeats', () => {
    const isException = (line: string) => /--slide:|--animate-(?:breathe|spin):/.test(line);
    const tooLong = css
      .split('\n')
      .filter((line) => !comment.test(line) && !isException(line))
      .filter((line) =>
        [...line.matchAll(/([\d.]+)(m?s)\b/g)].some(
          ([, time, unit]) => Number(time) * (unit === 's' ? 1_000 : 1) >= MAX_MOTION_MS,
        ),
      );
    expect(tooLong).toEqual([]);
  });

  test('no animation of a script is longer', () => {
    const long = globSync('src/**/*.{ts,tsx}', { cwd: web, exclude: ['**/*.test.*'] }).flatMap(
      (file) =>
        [...readFileSync(join(web, file), 'utf8').matchAll(/\.animate\([^;]*?duration: (\d+)/g)]
          .filter(([, time]) => Number(time) >= MAX_MOTION_MS)
          .map(() => file),
    );
    expect(long).toEqual([]);
  });
});
