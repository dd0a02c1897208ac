import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keptSecret } from '../data-folder.ts';
import { postmasterLines } from './embedded-leftovers.ts';
import { placeDatabase } from './embedded-place.ts';

/** The line of `postmaster.pid` that holds the port. */
const PORT_LINE = 3;

/** Where the database of a Roost that is running on this folder listens; undefined when none runs. */
export function findRunning(folder: string): string | undefined {
  if (!existsSync(join(folder, 'db'))) return undefined;
  const { home, cluster } = placeDatabase(folder);
  const port = Number(postmasterLines(cluster)[PORT_LINE]);
  return port > 0
    ? `postgres://roost:${keptSecret(join(home, 'password'))}@127.0.0.1:${port}/roost`
    : undefined;
}
