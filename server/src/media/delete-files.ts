import type { Context } from '../kernel/context.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { deleteMediaFilesJob } from './media.jobs.ts';
import { changeUsage } from './quota/usage.queries.ts';
import type { DeletedMedia } from './media.queries.ts';
import { bytesOf } from '../platform/storage/storage.ts';

/** Releases the quota of media whose rows this transaction deleted, and adds a job that deletes their files. */
export async function deleteFiles(tx: Context, deleted: readonly DeletedMedia[]): Promise<void> {
  if (deleted.length === 0) return;
  await releaseQuota(tx, deleted);
  await addJob(tx, deleteMediaFilesJob, { ids: deleted.map(({ id }) => id) });
}

/** Releases the owners' quota of media whose rows this transaction deleted. */
export async function releaseQuota(tx: Context, deleted: readonly DeletedMedia[]): Promise<void> {
  const byOwner = Map.groupBy(deleted, ({ owner_id }) => owner_id);
  // Always in the same order, to prevent deadlocks.
  for (const [ownerId, rows] of [...byOwner].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await changeUsage(tx, ownerId, {
      bytes: -rows.reduce((sum, { files }) => sum + bytesOf(files), 0),
      unattached: -rows.filter(isUnattached).length,
    });
}

/** Whether nothing uses the medium, not even a draft. */
const isUnattached = ({ used_for, draft_id }: DeletedMedia) =>
  used_for === 'nothing' && draft_id === null;
