// Prints the compressed size of a member's first screen, and fails above the budget. Needs a build.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Entry {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

/** Bytes after brotli. */
const budgets = { '.js': 130_000, '.css': 20_000 } as const;
/** The entry files and their static imports. Dynamic imports do not belong to the first screen. */
const screens = ['src/shell/shell.tsx', 'src/screens/home-screen.tsx'];

const dist = resolve(import.meta.dirname, '../web/dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Entry
>;

const names = Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
for (const screen of screens) {
  if (!manifest[screen]) throw new Error(`${screen} is in no file of its own.`);
  names.push(screen);
}
const seen = new Set(names);
for (const name of seen) for (const other of manifest[name]?.imports ?? []) seen.add(other);
const files = new Set(
  [...seen].flatMap((name) => [manifest[name]?.file ?? '', ...(manifest[name]?.css ?? [])]),
);

for (const [kind, most] of Object.entries(budgets)) {
  const sizes = [...files]
    .filter((file) => file.endsWith(kind))
    .map((file) => [file, bytesOf(file)] as const)
    .toSorted((one, other) => other[1] - one[1]);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  for (const [file, bytes] of sizes) console.log(`${kilobytes(bytes).padStart(9)}  ${file}`);
  console.log(
    `${kilobytes(total).padStart(9)}  ${kind} of the first screen; at most ${kilobytes(most)}\n`,
  );
  if (total > most || total === 0) process.exitCode = 1;
}

function bytesOf(file: string): number {
  const compressed = join(dist, `${file}.br`);
  if (!existsSync(compressed)) throw new Error(`${file} was not compressed.`);
  return statSync(compressed).size;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} KB`;
}
