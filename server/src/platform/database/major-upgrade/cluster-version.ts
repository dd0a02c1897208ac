import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../../config/start-error.ts';
import type { DataLocation } from '../embedded/data-location.ts';

const COMMAND = 'npm run upgrade-database';

export interface UpgradeDraft extends DataLocation {
  /** Exists when the new cluster is complete. */
  marker: string;
  /** A copy of the old cluster, which the upgrade may change. */
  old: DataLocation;
}

/** The folders of an upgrade. Its cluster is the new one. */
export function draftOf(location: DataLocation): UpgradeDraft {
  const home = join(location.home, 'upgrade');
  const old = join(home, 'old');
  return {
    ...location,
    home,
    cluster: join(home, 'cluster'),
    marker: join(home, 'complete'),
    old: { ...location, home: old, cluster: join(old, 'cluster') },
  };
}

/** The major version that made the cluster. Undefined if there is none. */
export function majorOfCluster(cluster: string): number | undefined {
  const file = join(cluster, 'PG_VERSION');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').trim()) : undefined;
}

/** Throws a StartError if these programs cannot open the cluster, or if an upgrade stopped while it replaced the cluster. */
export function assertUsable(location: DataLocation, ours: number): void {
  const found = majorOfCluster(location.cluster);
  if (found === undefined && existsSync(draftOf(location).marker))
    throw new StartError(`An upgrade of the database did not end. Run ${COMMAND} again.`);
  if (found === undefined || found === ours) return;
  throw new StartError(
    found < ours
      ? `PostgreSQL ${found} made this database, and this version of Roost brings PostgreSQL ${ours}. Run ${COMMAND} once (docs/upgrading.md).`
      : `PostgreSQL ${found} made this database, and this version of Roost brings only PostgreSQL ${ours}. Start a newer version of Roost.`,
  );
}
