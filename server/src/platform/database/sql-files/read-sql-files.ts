import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

export interface SqlFile {
  name: string;
  sql: string;
  digest: string;
  /** The migration that a version must have to work after this one: the line `-- Needs: <file>`. */
  needs: string | null;
}

const NEEDS = /^-- Needs: (\S+\.sql)$/m;

/** A gap between words (white space and comments), or something quoted, which may contain what looks like a comment. */
const GAP_OR_QUOTED = /((?:\s|--.*|\/\*[\s\S]*?\*\/)+)|\$(\w*)\$[\s\S]*?\$\2\$|'[^']*'|"[^"]*"/g;

/** The `.sql` files of a folder in the order of their names. */
export async function readSqlFiles(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, digest: digestOf(sql), needs: NEEDS.exec(sql)?.[1] ?? null };
    }),
  );
}

/** The digest of the statements. Comments between them may change, so that nobody has to run a file again for its words. */
export function digestOf(sql: string): string {
  const statements = sql.replaceAll(GAP_OR_QUOTED, (found, gap?: string) => (gap ? ' ' : found));
  return createHash('sha256').update(statements.trim()).digest('hex');
}
