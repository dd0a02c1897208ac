import type { Readable } from 'node:stream';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../server/src/config/start-error.ts';
import { digestStream } from '../../server/src/platform/backup/digest-stream.ts';
import type { BackupTarget } from '../../server/src/platform/backup/target.ts';
import { decode } from '../../server/src/platform/backup/codec.ts';
import type { Entry } from './manifest.ts';

/** Reads a stored file to its end and compares its checksum. `use` gets the stored bytes. Throws a StartError if it is damaged. */
async function readStored(
  target: BackupTarget,
  { path, bytes, sha256 }: Entry,
  use: (stored: Readable) => Promise<void>,
): Promise<void> {
  const stored = await target.get(path);
  const digest = digestStream();
  stored.once('error', (error) => digest.stream.destroy(error));
  try {
    await use(stored.pipe(digest.stream));
  } catch (error) {
    if (error instanceof StartError || (error as { syscall?: string }).syscall !== undefined)
      throw error;
    throw new StartError(`${path} in ${target.name} is damaged (${(error as Error).message}).`);
  } finally {
    stored.destroy();
  }
  if (digest.bytes() !== bytes || digest.sha256() !== sha256)
    throw new StartError(`${path} in ${target.name} is damaged (its checksum is wrong).`);
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
): Promise<void> {
  // The storage of media and PostgreSQL flush their files themselves.
  const isOurs = /^(?:secrets\/|settings)/.test(entry.logicalPath);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await readStored(target, entry, async (stored) =>
    pipeline(
      await decode(stored, entry.path, identity),
      createWriteStream(file, { mode: 0o600, flags: 'wx', flush: isOurs }),
    ),
  );
}
