import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keptSecret } from '../data-folder.ts';
import { addressOf, findListening } from './embedded-address.ts';
import { placeDatabase } from './embedded-place.ts';

/** Where the database of a Roost that is running on this folder listens; undefined when none runs. */
export function findRunning(folder: string): string | undefined {
  if (!existsSync(join(folder, 'db'))) return undefined;
  const { home, cluster } = placeDatabase(folder);
  const listening = findListening(cluster);
  if (!listening) return undefined;
  const password = keptSecret(join(home, 'password'));
  return addressOf(listening, { name: 'roost', password, database: 'roost' });
}
