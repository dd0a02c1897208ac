import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keptSecret } from '../../../config/data-folder.ts';
import { addressOf, findListening } from './embedded-address.ts';
import { locateData } from './data-location.ts';

/** The address of the database of a Roost that runs on this folder. Undefined if none runs. */
export function findRunning(folder: string): string | undefined {
  if (!existsSync(join(folder, 'db'))) return undefined;
  const { home, cluster } = locateData(folder);
  const listening = findListening(cluster);
  if (!listening) return undefined;
  const password = keptSecret(join(home, 'password'));
  return addressOf(listening, { name: 'roost', password, database: 'roost' });
}
