import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './start-error.ts';

/** Makes the folder all data lies in, or says in one line why it can't be used. */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} can't be written (${codeOf(error)}); set ROOST_DATA to one that can.`,
    );
  }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The text kept in `file`, made at random the first time. 43 URL-safe characters. */
export function keptSecret(file: string): string {
  const draft = `${file}.${process.pid}.part`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    // A link appears whole and never replaces: of two processes that make the secret at once, one wins.
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Holds `file` against every other process until the function returned is called. SQLite's lock is the operating
 * system's own on an open file: it ends with the process however that dies, and knows nothing of process ids.
 * Returns undefined when another process holds it.
 */
export function holdLock(file: string): (() => void) | undefined {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
    return () => {
      if (lock.isOpen) lock.close();
    };
  } catch (error) {
    lock.close();
    const SQLITE_BUSY = 5;
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
