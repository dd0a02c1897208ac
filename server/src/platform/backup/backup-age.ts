import type { BackupConfig } from '../../kernel/config.ts';
import type { Context } from '../../kernel/context.ts';
import { SingleFlight } from '../../lib/single-flight.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { findStuckArchive } from './archiver.queries.ts';
import { listBackups, timeOfBackup } from './backup-ids.ts';
import { openTarget } from './open-target.ts';

/** The target is read once in this time at most. */
const LOOK_LIFETIME_MS = 60_000;

/** The time of the newest complete backup. Null if there is none. */
export async function findNewest(backup: BackupConfig): Promise<Date | null> {
  const newest = (await listBackups(await openTarget(backup))).at(-1);
  return newest === undefined ? null : timeOfBackup(newest);
}

/** Shows the age of the newest backup, and whether the WAL reaches its archive. */
export function addBackupGauges({ metrics, config: { backup }, db }: Context): void {
  if (!backup) return;
  const looks = new SingleFlight<void>({ lifetimeMs: LOOK_LIFETIME_MS });
  let newest: Date | null | undefined;
  metrics.addGauge(
    {
      name: 'backup_age_seconds',
      help: 'Time since the start of the newest complete backup. Infinite if none is known.',
    },
    // It reads the target, so it also notices when somebody empties it.
    async () => {
      const look = looks
        .run('', async () => void (newest = await findNewest(backup)))
        .catch(() => {});
      // If the target does not answer, it shows the age of the last known backup.
      if (newest === undefined) await look;
      return newest ? (wallClock() - newest.getTime()) / 1_000 : Infinity;
    },
  );
  if (backup.archivesWal)
    metrics.addGauge(
      {
        name: 'backup_wal_stuck_seconds',
        help: 'Time since the last WAL segment was archived, if the archive refuses the next one. Otherwise 0.',
      },
      async () => (await findStuckArchive(db))?.seconds ?? 0,
    );
}
