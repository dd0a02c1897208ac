// The places of the server that run raw SQL, as `file:line:column` below server/src.
import { appendFileSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface SourceFile {
  file: string;
  code: string;
}

const source = join(import.meta.dirname, '../../src');
const runner = 'platform/database/query.ts';

/** The files of the server that may run raw SQL. */
export function serverFiles(): SourceFile[] {
  return globSync('**/*.ts', { cwd: source })
    .filter((file) => !file.endsWith('.test.ts') && file !== runner)
    .map((file) => ({ file, code: readFileSync(join(source, file), 'utf8') }));
}

/** Finds the calls of `rows`, `one` and `exec`. */
export function placesIn({ file, code }: SourceFile): string[] {
  return code.split('\n').flatMap((line, index) => {
    if (/^\s*(?:\*|\/[/*])/.test(line)) return [];
    const calls = line.matchAll(/(?<![.\w])(?:rows|one|exec)\(/g);
    return [...calls].map((call) => `${file}:${index + 1}:${call.index + 1}`);
  });
}

/** Returns where in server/src the caller of `rows`, `one` or `exec` is. */
export function placeOfCaller(): string | undefined {
  const calls = new Error('place').stack?.matchAll(/\/server\/src\/(\S+:\d+:\d+)/g) ?? [];
  return [...calls].flatMap(([, place = '']) => place).find((place) => !place.startsWith(runner));
}

/** Only a run of all tests names this file (`tools/check.ts`). It lists the places that tests ran. */
export const placesFile = process.env.RUN_SQL_PLACES;

const recorded = new Set<string>();

export function recordPlaces(places: Iterable<string>): void {
  if (!placesFile) return;
  for (const place of places) {
    if (!recorded.has(place)) appendFileSync(placesFile, `${place}\n`);
    recorded.add(place);
  }
}
