import { listMediaFiles } from '../../../server/src/media/media.queries.ts';
import { deleteMediaFiles, listOrphans } from '../../../server/src/media/sweep-media.ts';
import type { Context } from '../../../server/src/kernel/context.ts';
import { recordAuditBy } from '../../../server/src/moderation/audit/record-audit.ts';
import type { Command } from '../command.ts';
import { MIN_ID } from '../../../server/src/platform/database/id-bounds.ts';

const ROWS_PER_BATCH = 200;
/** The most ids that a report names. */
const MAX_NAMED = 1_000;

export const checkMedia: Command = {
  name: 'media check',
  summary: 'Compare the stored files with their rows, and list what one side lacks',
  async run(ctx) {
    const missing = await findMissing(ctx);
    const orphans: string[] = [];
    for await (const ids of listOrphans(ctx)) orphans.push(...ids);
    return {
      data: {
        rowsWithoutFile: missing.slice(0, MAX_NAMED),
        filesWithoutRow: orphans.slice(0, MAX_NAMED),
        counts: { rowsWithoutFile: missing.length, filesWithoutRow: orphans.length },
      },
      lines: [
        `${missing.length} rows without a file`,
        ...missing.slice(0, MAX_NAMED).map(({ id, file }) => `  ${id}  ${file}`),
        `${orphans.length} media with files and no row (media clean deletes them)`,
        ...orphans.slice(0, MAX_NAMED).map((id) => `  ${id}`),
      ],
    };
  },
};

export const cleanMedia: Command = {
  name: 'media clean',
  summary: 'Delete stored files that are older than a day and have no row',
  isDestructive: true,
  async run(ctx, { options }) {
    const isDryRun = options['dry-run'] === true;
    let count = 0;
    for await (const ids of listOrphans(ctx)) {
      count += ids.length;
      if (!isDryRun && ids.length > 0) await deleteFiles(ctx, ids);
    }
    return {
      data: { deleted: isDryRun ? 0 : count, found: count },
      lines: [`${isDryRun ? 'Would delete' : 'Deleted'} the files of ${count} media.`],
    };
  },
};

/** Files are in no transaction, so the audit log has them before they go. */
async function deleteFiles(ctx: Context, ids: string[]): Promise<void> {
  await recordAuditBy(ctx, 'operator', { action: 'media.cleaned', before: { media: ids.length } });
  await deleteMediaFiles(ctx, { ids });
}

/** Finds files that rows name and the storage lacks. */
async function findMissing(ctx: Context): Promise<{ id: string; file: string }[]> {
  const missing: { id: string; file: string }[] = [];
  for (let after = MIN_ID; ;) {
    const rows = await listMediaFiles(ctx, after, ROWS_PER_BATCH);
    const files = rows.flatMap(({ id, files }) => files.map(({ name: file }) => ({ id, file })));
    const isThere = await Promise.all(
      files.map(async ({ id, file }) => ctx.media.storage.exists(id, file)),
    );
    missing.push(...files.filter((_, index) => !isThere[index]));
    if (rows.length < ROWS_PER_BATCH) return missing;
    after = rows.at(-1)?.id ?? after;
  }
}
