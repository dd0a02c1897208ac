import type { Context } from '../../kernel/context.ts';
import { findExistingIds } from '../../media/media.queries.ts';
import { deleteMediaFilesJob } from '../../media/media.jobs.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { recordAuditBy } from '../audit/record-audit.ts';
import { lockCase } from '../cases/case.queries.ts';
import { purgeSubject } from '../decisions/apply-to-subject.ts';
import * as queries from './retention.queries.ts';

const BATCH_SIZE = 100;

/** Deletes removed posts and messages for good, when their time is over. */
export async function purgeRemoved(ctx: Context): Promise<void> {
  for (;;) {
    const found = await queries.listPurgeable(ctx, ctx.config.removedDays, BATCH_SIZE);
    for (const { id, case_id: caseId } of found)
      await transaction(ctx, async (tx) => {
        const ofCase = await lockCase(tx, caseId);
        if (!ofCase || !(await queries.isPurgeable(tx, id))) return;
        await purgeSubject(tx, ofCase, id);
        await recordAuditBy(tx, 'system', {
          action: 'subject.purged',
          subject: { type: ofCase.subject_type, id: ofCase.subject_id },
          personId: ofCase.person_id,
        });
      });
    if (found.length < BATCH_SIZE) return;
  }
}

/**
 * Deletes the evidence of cases that were closed long ago, with the comments of their reports and the fingerprints of texts. The files of
 * deleted media go with it.
 */
export async function deleteOldEvidence(ctx: Context): Promise<void> {
  await queries.deleteOldComments(ctx, ctx.config.evidenceDays);
  await queries.deleteOldFingerprints(ctx, ctx.config.evidenceDays);
  for (;;) {
    const ids = await queries.listOldEvidence(ctx, ctx.config.evidenceDays, BATCH_SIZE);
    if (ids.length === 0) return;
    await transaction(ctx, async (tx) => releaseMedia(tx, await queries.deleteEvidence(tx, ids)));
  }
}

/** Deletes the files of media that evidence held, if the media are gone. The job keeps what other evidence holds. */
export async function releaseMedia(tx: Context, released: string[]): Promise<void> {
  if (released.length === 0) return;
  const existing = await findExistingIds(tx, released);
  const gone = released.filter((id) => !existing.has(id));
  if (gone.length > 0) await addJob(tx, deleteMediaFilesJob, { ids: gone });
}
