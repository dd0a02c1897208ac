import type { AuditEntry } from '@roost/contract/moderation';
import { sql } from 'kysely';
import type { Context } from '../../src/kernel/context.ts';

export interface StoredEntry {
  by: AuditEntry['by'];
  actorId: string | null;
  action: string;
  personId: string | null;
  subjectId: string | null;
  before: unknown;
  after: unknown;
}

/** Does something, and returns the entries of the audit log that it writes. */
export async function entriesOf(ctx: Context, act: () => Promise<unknown>): Promise<StoredEntry[]> {
  const { rows: known } = await sql<{ id: string }>`select id from audit_entries`.execute(ctx.db);
  await act();
  const ids = known.map(({ id }) => id);
  const { rows } = await sql<StoredEntry>`select by_whom as by, actor_id as "actorId", action,
      person_id as "personId", subject_id as "subjectId", before, after
    from audit_entries where id <> all(${ids}::uuid[]) order by id`.execute(ctx.db);
  return rows;
}

/** Refuses every entry, until it is called with false. */
export async function breakAudit(ctx: Context, isBroken: boolean): Promise<void> {
  await (
    isBroken
      ? sql`alter table audit_entries add constraint broken check (false) not valid`
      : sql`alter table audit_entries drop constraint broken`
  ).execute(ctx.db);
}
