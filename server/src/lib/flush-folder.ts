import { open } from 'node:fs/promises';

/** Flushes a folder, so that its file names survive a power cut. */
export async function flushFolder(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}
