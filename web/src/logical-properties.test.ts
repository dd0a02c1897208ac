import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '..');

/** Utility classes and properties that name a side of the screen. Right-to-left languages need `start` and `end`. */
const PHYSICAL =
  /(?<=["'`\s:(!-])(?:(?:m[lr]|p[lr]|scroll-[mp][lr]|left|right)-(?!to-)[\w[(]|(?:border-[lr]|rounded-(?:[lr]|[tb][lr]))(?!\w))|\b(?:text|float|clear)-(?:left|right)\b|\b(?:margin|padding|border)-(?:left|right)\b|(?<=[\s;{])(?:left|right):\s*[\d'"`-]/;

test('no style names the left or right side', () => {
  const comment = /^\s*(?:\/\/|\/?\*)/;
  const found = globSync('{src,dev}/**/*.{ts,tsx,css}', {
    cwd: web,
    exclude: ['**/*.test.*'],
  }).flatMap((file) =>
    readFileSync(join(web, file), 'utf8')
      .split('\n')
      .filter((line) => PHYSICAL.test(line) && !comment.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('no icon turns by its own style in a right-to-left language, because base.css turns it', () => {
  const found = globSync('src/**/*.tsx', { cwd: web }).filter((file) =>
    /rtl:-?(?:rotate|scale)-/.test(readFileSync(join(web, file), 'utf8')),
  );
  expect(found).toEqual([]);
});

test.each([
  '"ml-2"',
  "'md:-mr-2'",
  '`rounded-tl-xs`',
  '"border-r"',
  '"flex xl:border-l"',
  "'md:rounded-r'",
  '"text-left"',
  '"left-0"',
  ' padding-left: 0',
  '{ left: 0',
])('%s counts as physical', (line) => expect(line).toMatch(PHYSICAL));

test.each(['"border-line"', '"rounded-lg"', '"xl:border-e"', '"ms-2"'])(
  '%s does not count as physical',
  (line) => expect(line).not.toMatch(PHYSICAL),
);
