import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeZip } from 'client-zip';
import type { Context, MemberContext } from '../../kernel/context.ts';
import { asPerson } from '../../auth/as-person.ts';
import type { Attempt } from '../../platform/jobs/job.ts';
import { deleteExports, findExport, finishExport } from './export.queries.ts';
import { exportEntries } from './export-entries.ts';

export const EXPORT_FILE = { name: 'export.zip', type: 'application/zip' };

/**
 * Makes the file of an export (job). It streams to a draft on this machine, so the memory does not grow with the data. A crash
 * leaves no more than a draft, which the next start deletes, and the job runs again from the beginning.
 */
export async function makeExport(
  ctx: Context,
  { exportId: id }: { exportId: string },
  { isLast }: Pick<Attempt, 'isLast'>,
): Promise<void> {
  const found = await findExport(ctx, id);
  if (found?.status !== 'working') return;
  const draft = join(ctx.media.incoming, `export-${id}`);
  try {
    await ctx.media.disk.assertFree();
    const bytes = await writeZip(asPerson(ctx, found.user_id), draft);
    await ctx.media.exports.put(id, { ...EXPORT_FILE, bytes }, draft);
    if (!(await finishExport(ctx, id, bytes))) await ctx.media.exports.delete(id);
  } catch (error) {
    await rm(draft, { force: true });
    // The person may ask for another one.
    if (isLast) await deleteExports(ctx, [id]);
    throw error;
  }
}

async function writeZip(ctx: MemberContext, path: string): Promise<number> {
  const zip = makeZip(exportEntries(ctx), { buffersAreUTF8: true });
  await pipeline(
    Readable.fromWeb(zip as Parameters<typeof Readable.fromWeb>[0]),
    createWriteStream(path, { mode: 0o600 }),
  );
  return (await stat(path)).size;
}
