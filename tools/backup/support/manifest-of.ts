import { timeOfBackup } from '../../../server/src/platform/backup/backup-ids.ts';
import type { Manifest } from '../manifest.ts';

/** The manifest of a backup without files. */
export const manifestOf = (id: string, more: Partial<Manifest>): Manifest => ({
  format: 1,
  id,
  roost: '1.0.0',
  site: '1',
  postgres: 18,
  startedAt: timeOfBackup(id).toISOString(),
  endedAt: timeOfBackup(id).toISOString(),
  reachesFrom: timeOfBackup(id).toISOString(),
  recipient: null,
  database: { kind: 'dump', rows: {} },
  mediaListedAt: '',
  deletedMedia: [],
  files: [],
  ...more,
});
