import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../kernel/config.ts';
import type { KeyRings } from '../kernel/ports.ts';
import { Ffmpeg } from './video/ffmpeg.ts';
import { DiskSpace, type Disk } from './quota/disk-space.ts';
import { FolderStorage } from '../platform/storage/folder-storage.ts';
import { MediaLinks } from './serving/media-links.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { WorkerPool } from './worker/worker-pool.ts';

/** The services that the media features use. */
export interface MediaPorts {
  readonly storage: Storage;
  /** Stores exports of personal data. No address of a medium leads there. */
  readonly exports: Storage;
  readonly workers: WorkerPool;
  readonly links: MediaLinks;
  /** The folder for arriving uploads and files in progress. */
  readonly incoming: string;
  readonly disk: DiskSpace;
  /** Null if this machine has no usable ffmpeg. */
  readonly ffmpeg: Ffmpeg | null;
  /** Stops all running work. */
  close(): void;
}

declare module '../kernel/context.ts' {
  interface Context {
    readonly media: MediaPorts;
  }
}

export async function openMedia(
  config: Config,
  keys: KeyRings,
  log: Pick<Logger, 'warn'>,
  measureDisk?: (folder: string) => Promise<Disk>,
): Promise<MediaPorts> {
  const folder = join(config.dataFolder, 'media');
  // Each process has its own folder, so that it may delete everything in it at the start.
  const incoming = join(folder, config.worker ? `incoming-${config.worker.number}` : 'incoming');
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  // Deletes the remains of a crash. No upload can arrive yet.
  for (const name of readdirSync(incoming)) rmSync(join(incoming, name), { recursive: true });
  const workers = new WorkerPool(incoming, log);
  const ffmpeg = Ffmpeg.find(config, (line) => log.warn(line));
  return {
    storage: await openStorage(config),
    exports: await openStorage(config, 'exports'),
    workers,
    links: new MediaLinks(keys.of('media-key')),
    incoming,
    // With an object store, this machine holds only arriving uploads.
    disk: new DiskSpace(config.s3 ? [incoming] : [incoming, folder], measureDisk),
    ffmpeg,
    close() {
      workers.close();
      ffmpeg?.close();
    },
  };
}

const folders = { media: 'files', exports: 'exports' } as const;

export async function openStorage(
  config: Config,
  folder: keyof typeof folders = 'media',
): Promise<Storage> {
  if (config.s3) {
    // Loaded only when needed, because it is larger than the rest of the server.
    const { S3Storage } = await import('../platform/storage/s3-storage.ts');
    return new S3Storage(config.s3, folder);
  }
  return new FolderStorage(join(config.dataFolder, 'media', folders[folder]));
}
