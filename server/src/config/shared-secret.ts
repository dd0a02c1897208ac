import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../kernel/config.ts';
import { keptSecret } from './data-folder.ts';

/**
 * Returns a secret that all nodes share, so each node can verify what another one signed. Nodes that share an object store
 * derive it from the store's key. Other nodes share a data folder, or there is only one.
 */
export function sharedSecret({ s3, dataFolder }: Config, name: string): string {
  if (!s3) return keptSecret(join(dataFolder, name));
  return createHmac('sha256', s3.secretAccessKey).update(`roost ${name}`).digest('base64url');
}
