import type { Context, MemberContext } from '../../kernel/context.ts';
import { insertEntry, type AuditRecord } from './audit.queries.ts';

/** Writes to the audit log what the viewer does, in the transaction that does it. */
export async function recordAudit(tx: MemberContext, record: AuditRecord): Promise<void> {
  await insertEntry(tx, 'staff', tx.viewer.id, record);
}

/** The same for somebody at the machine, and for a job. */
export async function recordAuditBy(
  tx: Context,
  by: 'operator' | 'system',
  record: AuditRecord,
): Promise<void> {
  await insertEntry(tx, by, null, record);
}
