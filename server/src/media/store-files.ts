import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../kernel/context.ts';
import type { StoredFile } from '../platform/storage/storage.ts';
import type { MadeFile } from './worker/worker-tasks.ts';

/** Moves the files that a worker made from this folder to the storage. Returns them as rows describe them. */
export async function storeFiles(
  ctx: Pick<Context, 'media'>,
  id: string,
  made: readonly MadeFile[],
  folder: string,
): Promise<StoredFile[]> {
  const files = await Promise.all(
    made.map(async (file) => ({ ...file, bytes: (await stat(join(folder, file.name))).size })),
  );
  for (const file of files) await ctx.media.storage.put(id, file, join(folder, file.name));
  return files;
}
