// Prints the compressed size of a member's first screen in each language, and fails above the budget. Needs a build. With --modules, it
// prints all modules of the first screen, so that the lists of two commits can be compared.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { locales, type Locale } from '@roost/contract/locales';

interface Entry {
  file: string;
  imports?: string[];
  css?: string[];
}

/** Bytes after brotli. */
const budgets = { '.js': 120_000, '.css': 20_000 } as const;
/** A failure names this many packages and modules. */
const NAMED_MODULES = 25;
const dist = resolve(import.meta.dirname, '../web/dist');
const [english, ...others] = locales.filter((locale) => existsSync(join(dist, locale)));
if (!english) throw new Error('Nothing is built; see tools/build-web.mjs.');

for (const locale of [english, ...others]) {
  const files = firstFiles(locale);
  for (const [kind, most] of Object.entries(budgets)) {
    const sizes = [...files]
      .filter((file) => file.endsWith(kind))
      .map((file) => [file, bytesOf(locale, file)] as const)
      .toSorted((one, other) => other[1] - one[1]);
    const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
    // The files of other languages have the same names, apart from the hash.
    if (locale === english)
      for (const [file, bytes] of sizes) console.log(`${kilobytes(bytes).padStart(9)}  ${file}`);
    console.log(
      `${kilobytes(total).padStart(9)}  ${kind} of the first screen in ${locale}; at most ${kilobytes(most)}\n`,
    );
    if (total > most || total === 0) process.exitCode = 1;
    if (total > most) console.error(adviceFor(locale, kind, total - most));
  }
}
if (process.argv.includes('--modules')) console.log(modules(english).map(line).join('\n'));

/** The files of a member's first screen in a language. The page of members names them, and their static imports belong to them. */
function firstFiles(locale: Locale): ReadonlySet<string> {
  const manifest = readJson(locale, 'manifest.json') as Record<string, Entry>;
  const page = readFileSync(join(dist, locale, 'members.html'), 'utf8');
  const named = new Set(
    [...page.matchAll(/"\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file),
  );
  const seen = new Set(
    Object.keys(manifest).filter((name) => named.has(manifest[name]?.file ?? '')),
  );
  for (const name of seen) for (const other of manifest[name]?.imports ?? []) seen.add(other);
  return new Set([
    ...named,
    ...[...seen].flatMap((name) => [manifest[name]?.file ?? '', ...(manifest[name]?.css ?? [])]),
  ]);
}

function adviceFor(locale: Locale, kind: string, excess: number): string {
  if (kind === '.css')
    return `The style is ${kilobytes(excess)} too large. Look for classes that few places use, and for imported style.`;
  return `The JavaScript of the first screen is ${kilobytes(excess)} too large. Its largest packages and modules, in bytes before minification and compression:
${modules(locale).slice(0, NAMED_MODULES).map(line).join('\n')}

To see what grew, compare the output of \`node tools/web-budget.ts --modules\` for two commits, each after a build.
To shrink it:
- Load what the first screen does not show by \`lazyPart\` (web/src/lib/page/load-chunk.ts) or \`import()\`. Name it in
  web/src/shell/pages/preload-overlays.ts, so that it loads while the browser is idle.
- Split a module of which the first screen needs only a part. A module is in one file as a whole.
- Replace a library by a smaller one.
docs/decisions/0027-first-screen.md has the reason of the budget.`;
}

/** The packages and the modules of the first screen, the largest first. */
function modules(locale: Locale): [name: string, bytes: number][] {
  const inFiles = readJson(locale, 'modules.json') as Record<string, [string, number][]>;
  const sizes = new Map<string, number>();
  for (const [name, bytes] of [...firstFiles(locale)].flatMap((file) => inFiles[file] ?? [])) {
    const part = /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
    sizes.set(part, (sizes.get(part) ?? 0) + bytes);
  }
  return [...sizes].toSorted((one, other) => other[1] - one[1]);
}

function line([name, bytes]: [name: string, bytes: number]): string {
  return `${kilobytes(bytes).padStart(9)}  ${name}`;
}

function readJson(locale: Locale, name: string): unknown {
  return JSON.parse(readFileSync(join(dist, locale, '.vite', name), 'utf8'));
}

function bytesOf(locale: Locale, file: string): number {
  const compressed = join(dist, locale, `${file}.br`);
  if (!existsSync(compressed)) throw new Error(`${file} was not compressed.`);
  return statSync(compressed).size;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} KB`;
}
