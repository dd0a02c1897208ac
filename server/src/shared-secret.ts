import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { keptSecret } from './data-folder.ts';

/**
 * A secret that all nodes of a network have: what one signs the others must know as signed. Nodes that share an object
 * store share its key already, from which it follows; others share a data folder, or are alone.
 */
export function sharedSecret({ s3, dataFolder }: Config, name: string): string {
  if (!s3) return keptSecret(join(dataFolder, name));
  return createHmac('sha256', s3.secretAccessKey).update(`roost ${name}`).digest('base64url');
}
