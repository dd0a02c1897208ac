import { statfs } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '@roost/contract/errors';

const UNUSED_BYTES = 1_073_741_824;
/** Uploads may not use the last 5 % or the last 1 GB of a disk. The database and the system need this space. */
const UNUSED_SHARE = 0.05;
/** Seconds. An operator must free space first. */
const RETRY_AFTER_SECONDS = 60;

export interface Disk {
  freeBytes: number;
  totalBytes: number;
}

export const storageFull = () => new AppError('storage_full', { retryAfter: RETRY_AFTER_SECONDS });

/** The free space of the disks that hold media files. */
export class DiskSpace {
  readonly #folders: readonly string[];
  readonly measure: (folder: string) => Promise<Disk>;

  constructor(folders: readonly string[], measure = measureDisk) {
    this.#folders = folders;
    this.measure = measure;
  }

  /** The disks of all folders, by the name of the folder. */
  async measureAll(): Promise<Record<string, Disk>> {
    return Object.fromEntries(
      await Promise.all(
        this.#folders.map(
          async (folder) => [basename(folder), await this.measure(folder)] as const,
        ),
      ),
    );
  }

  /** Throws `storage_full` if a disk has too little free space. */
  async assertFree(): Promise<void> {
    for (const folder of this.#folders) {
      const { freeBytes, totalBytes } = await this.measure(folder);
      // Some mounts report no size. Their free space is unknown, not zero.
      if (totalBytes === 0) continue;
      if (freeBytes < Math.max(UNUSED_BYTES, totalBytes * UNUSED_SHARE)) throw storageFull();
    }
  }
}

async function measureDisk(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
