import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, narrow, one, rows } from '../../platform/database/query.ts';
import type { ShownMedia } from '../../media/media.queries.ts';
import type { Evidence } from './evidence.ts';

/** A case keeps at most this many different versions of its subject. */
const MAX_VERSIONS = 50;

/** Stores evidence unless the case has an equal one. Returns its id, and whether it is new. Null if the case has too many. */
export async function insertEvidence(
  ctx: Context,
  caseId: string,
  id: string,
  evidence: Evidence,
): Promise<{ id: string; isNew: boolean } | null> {
  const content = JSON.stringify(evidence);
  const fingerprint = hash('sha256', content, 'buffer');
  const added = await exec(
    ctx.db,
    sql`insert into report_evidence (id, case_id, fingerprint, content)
      select ${id}, ${caseId}, ${fingerprint}::bytea, ${content}::jsonb
      where (select count(*) from report_evidence where case_id = ${caseId}) < ${MAX_VERSIONS}::int
      on conflict on constraint report_evidence_once do nothing`,
  );
  if (added > 0) return { id, isNew: true };
  const known = await one(
    ctx.db,
    { id: 'uuid' },
    sql`select id from report_evidence where case_id = ${caseId} and fingerprint = ${fingerprint}::bytea`,
  );
  return known ? { id: known.id, isNew: false } : null;
}

/** Finds the evidence of the newest report that has some. */
export async function findNewestEvidence(
  ctx: Context,
  caseId: string,
): Promise<{ id: string; content: Evidence } | undefined> {
  return one(
    ctx.db.reads,
    { id: 'uuid', content: narrow<Evidence>('jsonb') },
    sql`select evidence.id, evidence.content
      from reports join report_evidence as evidence on evidence.id = reports.evidence_id
      where reports.case_id = ${caseId} order by reports.id desc limit 1`,
  );
}

const heldMedia = {
  id: 'uuid',
  is_public: 'bool',
  kind: narrow<ShownMedia['kind']>('text'),
  status: narrow<ShownMedia['status']>('text'),
  width: 'int4',
  height: 'int4',
  alt: 'text',
  placeholder: 'text',
  files: narrow<ShownMedia['files']>('jsonb'),
} as const;

/** Lists the media of evidence as they were, whether they still exist or not. */
export async function listHeldMedia(ctx: Context, evidenceId: string): Promise<ShownMedia[]> {
  return rows(
    ctx.db.reads,
    heldMedia,
    sql`select media_id as id, false as is_public, kind, status, width, height, alt, placeholder, files
      from held_media where evidence_id = ${evidenceId}`,
  );
}
