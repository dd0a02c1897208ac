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

/** Makes the data folder. Throws a StartError of one line if it is not usable. */
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

/** 43 URL-safe characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the secret in `file`: 43 URL-safe characters. Makes a random one the first time. */
export function keptSecret(file: string): string {
  const draft = `${file}.${process.pid}.part`;
  writeFileSync(draft, newSecret(), { mode: 0o600, flush: true });
  try {
    // A link appears whole and never replaces a file. If two processes make the secret at once, one of them wins.
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Locks `file` against every other process until the returned function is called. Returns undefined if another process
 * holds the lock. SQLite uses the operating system's lock, which ends with the process however it dies.
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
