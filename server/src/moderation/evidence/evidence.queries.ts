import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, narrow, one, rows } from '../../platform/database/query.ts';
import type { ShownMedia } from '../../media/media.queries.ts';
import type { Evidence } from './evidence.ts';

/** A case keeps at most this many different versions of its subject. */
export const MAX_VERSIONS = 50;

/** Stores evidence unless the case has an equal one. Returns its id, and whether it is new. */
export async function insertEvidence(
  ctx: Context,
  caseId: string,
  id: string,
  evidence: Evidence,
): Promise<{ id: string; isNew: boolean }> {
  const content = JSON.stringify(evidence);
  const fingerprint = hash('sha256', content, 'buffer');
  const added = await exec(
    ctx.db,
    sql`insert into report_evidence (id, case_id, fingerprint, content)
      values (${id}, ${caseId}, ${fingerprint}::bytea, ${content}::jsonb)
      on conflict on constraint report_evidence_once do nothing`,
  );
  if (added > 0) return { id, isNew: true };
  const known = await one(
    ctx.db,
    { id: 'uuid' },
    sql`select id from report_evidence where case_id = ${caseId} and fingerprint = ${fingerprint}::bytea`,
  );
  if (!known) throw new Error('evidence not inserted');
  return { id: known.id, isNew: false };
}

/** Lists the versions that are too many for a case: first those of the fewest reports, and among equals the oldest. Keeps this version. */
export async function listExcess(ctx: Context, caseId: string, keptId: string): Promise<string[]> {
  const found = await rows(
    ctx.db,
    { id: 'uuid' },
    sql`select id from report_evidence as evidence where case_id = ${caseId} and id <> ${keptId}
      order by (select count(*) from reports where evidence_id = evidence.id and reports.case_id = ${caseId}) desc, id desc
      offset ${MAX_VERSIONS - 1}::int`,
  );
  return found.map(({ id }) => id);
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
