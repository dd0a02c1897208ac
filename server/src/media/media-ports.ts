import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { keptSecret } from '../data-folder.ts';
import { FolderStorage } from './folder-storage.ts';
import { MediaLinks } from './media-links.ts';
import type { Storage } from './storage.ts';
import { WorkerPool } from './worker-pool.ts';

/** What the features of media stand on. */
export interface MediaPorts {
  readonly storage: Storage;
  readonly workers: WorkerPool;
  readonly links: MediaLinks;
  /** The folder that holds what is just coming in, and what is being made of it. */
  readonly incoming: string;
}

export function openMedia(config: Config): MediaPorts {
  const folder = join(config.dataFolder, 'media');
  const incoming = join(folder, 'incoming');
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  // What a crash left; nothing is coming in yet.
  for (const name of readdirSync(incoming)) rmSync(join(incoming, name), { recursive: true });
  return {
    storage: openStorage(config),
    workers: new WorkerPool(),
    links: new MediaLinks(keptSecret(join(config.dataFolder, 'media-key'))),
    incoming,
  };
}

export function openStorage(config: Config): Storage {
  return new FolderStorage(join(config.dataFolder, 'media', 'files'));
}
