import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const web = path.resolve(import.meta.dirname, '..');

/** Parts that nobody sees, each with its reason. */
const invisible: Record<string, string> = {
  'src/ui/announcement.tsx': 'only screen readers say it',
  'src/ui/overlays/lazy-overlay.tsx': 'it loads overlays',
  'src/ui/sentence.tsx': 'it puts elements into a text',
  'src/ui/states/optional-boundary.tsx': 'it shows nothing in place of a broken part',
};

const parts = globSync('src/ui/**/*.tsx', { cwd: web, exclude: ['**/*.test.tsx'] }).map(
  withSlashes,
);

test('the gallery shows every part of the interface', () => {
  const shown = new Set(globSync('dev/gallery/*.tsx', { cwd: web }).flatMap(partsIn));
  // A part also shows the parts that it contains.
  for (const part of shown) for (const inner of partsIn(part)) shown.add(inner);
  expect(parts.filter((part) => !shown.has(part) && !(part in invisible))).toEqual([]);
});

test('every exception names an existing part', () => {
  expect(Object.keys(invisible).filter((part) => !parts.includes(part))).toEqual([]);
});

/** The parts that a file imports, also those that it loads later. */
function partsIn(file: string): string[] {
  const code = readFileSync(path.join(web, file), 'utf8');
  return [...code.matchAll(/(?:from |import\()'(\.[^']+\.tsx)'/g)]
    .map(([, imported = '']) => withSlashes(path.join(path.dirname(file), imported)))
    .filter((imported) => parts.includes(imported));
}

function withSlashes(file: string): string {
  return file.replaceAll(path.sep, '/');
}
