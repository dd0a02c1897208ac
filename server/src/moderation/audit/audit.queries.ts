import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { AuditAction, AuditEntry } from '@roost/contract/moderation';
import type { Context } from '../../kernel/context.ts';
import { MAX_ID } from '../../platform/database/id-bounds.ts';
import { narrow, rows, type Row } from '../../platform/database/query.ts';
import type { RowRange } from '../../platform/http/paging/paging.ts';

/** The content of an entry of the audit log, beside who and when. It has ids and states, and never a text that somebody wrote. */
export interface AuditRecord {
  action: AuditAction;
  subject?: { type: string; id: string };
  /** The person whom the action concerns. */
  personId?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

const jsonOf = (value: object | undefined) => (value ? JSON.stringify(value) : null);

export async function insertEntry(
  ctx: Context,
  by: AuditEntry['by'],
  actorId: string | null,
  { action, subject, personId, before, after }: AuditRecord,
): Promise<void> {
  await ctx.db
    .insertInto('audit_entries')
    .values({
      id: newId(),
      by_whom: by,
      actor_id: actorId,
      action,
      subject_type: subject?.type ?? null,
      subject_id: subject?.id ?? null,
      person_id: personId ?? null,
      before: jsonOf(before),
      after: jsonOf(after),
    })
    .execute();
}

const entryRow = {
  id: 'uuid',
  at: 'timestamptz',
  by_whom: narrow<AuditEntry['by']>('text'),
  actor_id: 'uuid?',
  action: narrow<AuditAction>('text'),
  subject_type: 'text?',
  subject_id: 'text?',
  person_id: 'uuid?',
  before: narrow<AuditEntry['before']>('jsonb?'),
  after: narrow<AuditEntry['after']>('jsonb?'),
} as const;

/** Lists entries, newest first. `subject` is the id of what or whom they are about. Leaves out what concerns concealed people. */
export async function listEntries(
  ctx: Context,
  {
    actor,
    subject,
    concealed,
  }: { actor?: string | undefined; subject?: string | undefined; concealed: string[] },
  page: RowRange<string>,
): Promise<Row<typeof entryRow>[]> {
  const byActor = actor ? sql`and actor_id = ${actor}` : sql``;
  const about = subject
    ? sql`and (subject_id = ${subject}::text or person_id = ${subject}::uuid)`
    : sql``;
  return rows(
    ctx.db.reads,
    entryRow,
    sql`select id, at, by_whom, actor_id, action, subject_type, subject_id, person_id, before, after
      from audit_entries where id < ${page.after ?? MAX_ID}
        and (person_id is null or person_id <> all(${concealed}::uuid[])) ${byActor} ${about}
      order by id desc limit ${page.limit} offset ${page.offset}`,
  );
}
