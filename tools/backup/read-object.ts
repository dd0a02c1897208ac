import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../../server/src/config/start-error.ts';
import { MissingObject } from '../../server/src/platform/backup/missing-object.ts';
import type { BackupTarget } from '../../server/src/platform/backup/target.ts';

/** The times before the next tries. A restore of hours survives a short outage of the store. */
const WAITS_MS = [200, 1_000, 5_000, 15_000];

/**
 * Lets `use` read an object. If the connection to the target is lost, `use` gets a new stream from the beginning, some times. Other
 * errors of `use` are not tried again.
 */
export async function readObject<Result>(
  target: BackupTarget,
  path: string,
  use: (stored: Readable) => Promise<Result>,
  waitsMs: readonly number[] = WAITS_MS,
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    let lost: unknown;
    const note = (error: unknown) => void (lost ??= error);
    const stored = await target.get(path).catch(note);
    stored?.on('error', note);
    try {
      if (stored) return await use(stored);
    } catch (error) {
      if (lost === undefined) throw error;
    } finally {
      stored?.destroy();
    }
    if (lost instanceof MissingObject) throw lost;
    const waitMs = waitsMs[tries];
    if (waitMs === undefined) throw explain(lost, path, target);
    await sleep(waitMs);
  }
}

function explain(error: unknown, path: string, target: BackupTarget): StartError {
  return error instanceof StartError
    ? error
    : new StartError(`${path} in ${target.name} cannot be read (${(error as Error).message}).`, {
        cause: error,
      });
}
