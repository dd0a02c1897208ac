import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pageAt, pages } from './pages.ts';
import { isAppPath, paths, postIdIn, serverPages, usernameIn } from './paths.ts';

const sample = 'a b/c';
/** Every path of the app, without parameters. */
const all = Object.entries(paths)
  .filter(([name]) => name !== 'profiles')
  .map(([, path]) => (typeof path === 'string' ? path : path('x')).split('?')[0]!);

test.each(all)('%s is a page', (path) => {
  expect(pageAt(path)).toBeDefined();
  expect(isAppPath(path)).toBe(true);
});

test('every page has a path from paths.ts', () => {
  expect(new Set(all.map(pageAt))).toEqual(new Set(pages));
});

test.each(Object.values(serverPages))('%s is no page of the app', (path) => {
  expect(pageAt(path)).toBeUndefined();
  expect(isAppPath(path)).toBe(false);
});

test.each(['/media/x/960.webp', '/api/posts', '/assets/x.js', '/homepage', '/.well-known/x'])(
  '%s is no path of the app',
  (path) => expect(isAppPath(path)).toBe(false),
);

test('the app shows what is at its root and below a page', () => {
  const below = `${paths.home}/nothing`;
  expect(['/', below, `${below.toUpperCase()}/`].every(isAppPath)).toBe(true);
});

test('a profile’s path gives the username back', () => {
  expect(usernameIn(paths.profile(sample))).toBe(sample);
  expect(usernameIn(`${paths.profiles}%`)).toBeUndefined();
  expect(usernameIn(paths.home)).toBeUndefined();
  expect(usernameIn(paths.followers(sample))).toBeUndefined();
});

test('a post’s path gives the id back, also with a trailing slash', () => {
  expect(postIdIn(paths.post('x'))).toBe('x');
  expect(postIdIn(`${paths.post('x')}/`)).toBe('x');
  expect(postIdIn(`${paths.post('x')}/y`)).toBeUndefined();
  expect(postIdIn(paths.profile('x'))).toBeUndefined();
});

test('only paths.ts contains paths', () => {
  const first = [...all, ...Object.values(serverPages)].map((path) => path.split('/')[1]);
  // A folder of the sources may have the name of a page.
  const written = new RegExp(`(?<!features)/(?:${[...new Set(first)].join('|')})(?![\\w-])`);
  const web = join(import.meta.dirname, '..');
  const files = globSync(['src/**/*.{ts,tsx}', 'build/**/*.ts', 'vite.config.ts'], { cwd: web });
  const found = files.flatMap((file) =>
    readFileSync(join(web, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/?\*|\/\/)|(?:from|import\(|import) ?'/.test(line))
      .filter((line) => written.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found.filter((line) => !line.startsWith('src/paths.ts:'))).toEqual([]);
});

test('the installed app starts on the home page', () => {
  const manifest = join(import.meta.dirname, '../public/manifest.webmanifest');
  expect(JSON.parse(readFileSync(manifest, 'utf8'))).toHaveProperty('start_url', paths.home);
});
