// Uses private tables of graphile-worker, because its public view shows neither payloads nor a way to search them.
// `server/test/support/vendor-graphile-worker.test.ts` fails when they change.
import type { JobConnection } from './job.queries.ts';

/**
 * Deletes jobs whose payload or last error contains one of these texts, in any case. Running jobs stay, because they end by
 * themselves.
 */
export async function deleteJobsNaming(
  connection: JobConnection,
  texts: readonly string[],
): Promise<void> {
  await connection.query(
    `select graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs
      where locked_at is null and exists (
        select from unnest($1::text[]) as named (pattern) where payload::text ~* pattern or last_error ~* pattern)))`,
    [texts.map(patternOf)],
  );
}

/** The beginning, or a character that no address contains. */
const BOUNDARY = `(^|[^[:alnum:]._%+'-])`;

/**
 * Matches a text that is no part of a longer address, such as the end of somebody else's. An apostrophe belongs to an address if more
 * of the address stands before it. Otherwise it is a quotation mark.
 */
function patternOf(text: string): string {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return `${BOUNDARY}'*${escaped}($|[^[:alnum:].-]|[.]($|[^[:alnum:]]))`;
}
