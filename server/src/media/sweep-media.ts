import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { deleteForgottenMedia, existingMedia } from './media.queries.ts';

const DAY = 86_400_000;
/** What an upload or its making takes, with much room. */
const LONGEST_UPLOAD = DAY / 4;
const AT_ONCE = 500;

export async function deleteMediaFiles(ctx: Context, { ids }: { ids: string[] }): Promise<void> {
  await Promise.all(ids.map(async (id) => ctx.media.storage.delete(id)));
}

/** Takes away uploads nothing was posted with, and what was left half way by requests that never ended. */
export async function sweepUploads(ctx: Context): Promise<void> {
  for (;;) {
    const ids = await deleteForgottenMedia(ctx, AT_ONCE);
    await deleteMediaFiles(ctx, { ids });
    if (ids.length < AT_ONCE) break;
  }
  for (const name of await readdir(ctx.media.incoming).catch(() => [])) {
    const path = join(ctx.media.incoming, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > LONGEST_UPLOAD)
      await rm(path, { recursive: true, force: true });
  }
}

/** Daily: files whose rows are gone, or never came to be. Young ones may still be waiting for theirs. */
export async function sweepOrphans(ctx: Context): Promise<void> {
  let batch: string[] = [];
  const flush = async () => {
    const known = await existingMedia(ctx, batch);
    await deleteMediaFiles(ctx, { ids: batch.filter((id) => !known.has(id)) });
    batch = [];
  };
  for await (const { id, writtenAt } of ctx.media.storage.list()) {
    if (Date.now() - writtenAt.getTime() > DAY && isId(id)) batch.push(id);
    if (batch.length >= AT_ONCE) await flush();
  }
  if (batch.length > 0) await flush();
}

function isId(name: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(name);
}
