import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { sharedSecret } from '../shared-secret.ts';
import { Ffmpeg } from './video/ffmpeg.ts';
import { FolderStorage } from './storage/folder-storage.ts';
import { MediaLinks } from './media-links.ts';
import type { Storage } from './storage/storage.ts';
import { WorkerPool } from './worker/worker-pool.ts';

/** What the features of media stand on. */
export interface MediaPorts {
  readonly storage: Storage;
  readonly workers: WorkerPool;
  readonly links: MediaLinks;
  /** The folder that holds what is just coming in, and what is being made of it. */
  readonly incoming: string;
  /** Null where the machine has none. */
  readonly ffmpeg: Ffmpeg | null;
  /** Ends what is being made. */
  close(): void;
}

export async function openMedia(config: Config): Promise<MediaPorts> {
  const folder = join(config.dataFolder, 'media');
  // Each process has its own, for what is left there is of nobody that still lives.
  const incoming = join(folder, config.worker ? `incoming-${config.worker.number}` : 'incoming');
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  // What a crash left; nothing is coming in yet.
  for (const name of readdirSync(incoming)) rmSync(join(incoming, name), { recursive: true });
  const workers = new WorkerPool(incoming);
  const ffmpeg = Ffmpeg.find(config.ffmpeg);
  return {
    storage: await openStorage(config),
    workers,
    links: new MediaLinks(sharedSecret(config, 'media-key')),
    incoming,
    ffmpeg,
    close() {
      workers.close();
      ffmpeg?.close();
    },
  };
}

export async function openStorage(config: Config): Promise<Storage> {
  if (config.s3) {
    // Loaded only where it is used: it is larger than all the rest together.
    const { S3Storage } = await import('./storage/s3-storage.ts');
    return new S3Storage(config.s3);
  }
  return new FolderStorage(join(config.dataFolder, 'media', 'files'));
}
