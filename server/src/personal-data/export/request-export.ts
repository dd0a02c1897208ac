import { AppError } from '@roost/contract/errors';
import type { Export } from '@roost/contract/personal-data';
import { v7 as newId } from 'uuid';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { makeExportJob } from '../personal-data.jobs.ts';
import { hasRecentExport, insertExport, listExportsOf, type ExportRow } from './export.queries.ts';

/** Asks for an export of the viewer's data. A job makes it. Throws `reauth_required`, or `export_recent` within a day. */
export async function requestExport(ctx: MemberContext): Promise<Export[]> {
  const { id: userId } = ctx.viewer;
  return transaction(ctx, async (tx) => {
    // A second request at the same time waits here.
    await authorize(tx, 'exportData');
    if (await hasRecentExport(tx, userId)) throw new AppError('export_recent');
    const id = newId();
    await insertExport(tx, { id, userId, days: tx.config.exportDays });
    await addJob(tx, makeExportJob, { exportId: id }, { key: `export ${id}` });
    return (await listExportsOf(tx, userId)).map(presentExport);
  });
}

/** Lists the viewer's exports. Throws `reauth_required`. */
export async function listExports(ctx: MemberContext): Promise<Export[]> {
  return transaction(ctx, async (tx) => {
    await authorize(tx, 'exportData');
    return (await listExportsOf(tx, tx.viewer.id)).map(presentExport);
  });
}

function presentExport({ id, status, created_at, expires_at, bytes }: ExportRow): Export {
  return {
    _id: id,
    status,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
    bytes,
    // A path, never a signed address: it needs the session and a recent proof.
    url: status === 'ready' ? `/api/auth/export/${id}` : null,
  };
}
