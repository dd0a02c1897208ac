import type { Context, MemberContext } from '../../kernel/context.ts';
import { insertEntry, type AuditRecord } from './audit.queries.ts';

/** Who acts: a person of the staff, somebody at the machine, or a job. */
export type Actor = { staffId: string } | 'operator' | 'system';

/** The id of a person of the staff. Null for the operator and for jobs, which are nobody. */
export function staffIdOf(actor: Actor): string | null {
  return typeof actor === 'string' ? null : actor.staffId;
}

/** Writes to the audit log what the viewer does, in the transaction that does it. */
export async function recordAudit(tx: MemberContext, record: AuditRecord): Promise<void> {
  await recordAuditBy(tx, { staffId: tx.viewer.id }, record);
}

/** The same for anybody who acts. */
export async function recordAuditBy(tx: Context, actor: Actor, record: AuditRecord): Promise<void> {
  const by = typeof actor === 'string' ? actor : 'staff';
  await insertEntry(tx, by, staffIdOf(actor), record);
}
