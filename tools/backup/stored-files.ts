import type { Readable } from 'node:stream';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../server/src/config/start-error.ts';
import { digestStream } from '../../server/src/platform/backup/digest-stream.ts';
import type { BackupTarget } from '../../server/src/platform/backup/target.ts';
import { decode } from '../../server/src/platform/backup/codec.ts';
import type { Entry } from './manifest.ts';
import { readObject } from './read-object.ts';

/**
 * Reads a stored file to its end and compares its checksum. `use` gets the stored bytes, again from the beginning if the connection
 * is lost. Throws a StartError if the file is damaged.
 */
async function readStored(
  target: BackupTarget,
  entry: Entry,
  use: (stored: Readable) => Promise<void>,
): Promise<void> {
  const { path, bytes, sha256 } = entry;
  await readObject(target, path, async (stored) => {
    const digest = digestStream();
    stored.once('error', (error) => digest.stream.destroy(error));
    await use(stored.pipe(digest.stream));
    if (digest.bytes() !== bytes || digest.sha256() !== sha256)
      throw new StartError(`${path} in ${target.name} is damaged (its checksum is wrong).`);
  });
}

export async function verifyStored(target: BackupTarget, entry: Entry): Promise<void> {
  await readStored(target, entry, async (stored) => {
    for await (const chunk of stored) void chunk;
  });
}

/** Decodes a stored file into a new file. */
export async function unpackStored(
  target: BackupTarget,
  entry: Entry,
  identity: string | null,
  file: string,
  signal?: AbortSignal,
): Promise<void> {
  // The storage of media and PostgreSQL flush their files themselves.
  const isOurs = /^(?:secrets\/|settings)/.test(entry.logicalPath);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  let isAgain = false;
  try {
    await readStored(target, entry, async (stored) => {
      const content = await decode(stored, entry.path, identity);
      const flags = isAgain ? 'w' : 'wx';
      isAgain = true;
      const draft = createWriteStream(file, { mode: 0o600, flags, flush: isOurs });
      const closed = once(draft, 'close').catch(() => {});
      try {
        await pipeline(content, draft, { signal });
      } finally {
        // The next try must not meet a late write of this one.
        await closed;
      }
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof StartError || (error as { syscall?: string }).syscall !== undefined)
      throw error;
    // The decoder stopped in the middle. Only the checksum of the whole file says whether it is damaged.
    await verifyStored(target, entry);
    throw new StartError(
      `${entry.path} in ${target.name} cannot be decoded (${(error as Error).message}).`,
      { cause: error },
    );
  }
}
