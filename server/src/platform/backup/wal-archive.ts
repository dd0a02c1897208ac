import { fileURLToPath } from 'node:url';
import type { Config } from '../../kernel/config.ts';
import type { WalArchive } from '../database/embedded/embedded-postmaster.ts';

const PROGRAM = fileURLToPath(new URL('../../../../tools/backup/archive-wal.ts', import.meta.url));
/** The settings that the program needs. PostgreSQL gets no others. A private object store can need certificates. */
const NEEDED = /^(?:BACKUP_|S3_|ROOST_DATA$|NODE_EXTRA_CA_CERTS$)/;

/** How the built-in database archives its WAL. Undefined if the settings do not ask for that. */
export function walArchiveOf({ backup }: Config, env: NodeJS.ProcessEnv): WalArchive | undefined {
  if (!backup?.archivesWal) return undefined;
  return {
    command: `${quoted(process.execPath)} ${quoted(PROGRAM)} "%p" "%f"`,
    env: Object.fromEntries(Object.entries(env).filter(([name]) => NEEDED.test(name))),
  };
}

/** Quotes a path for the shell. Doubles percent signs, because PostgreSQL replaces `%p` and others in its commands. */
export function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
}
