import type { Config } from '../kernel/config.ts';

/** Says where the data lies: the data folder, and the settings that name other places. */
export function dataPlaces({
  dataFolder,
  databaseUrl,
  s3,
}: Pick<Config, 'dataFolder' | 'databaseUrl' | 's3'>): string {
  return [dataFolder, databaseUrl && 'DATABASE_URL', s3 && 'S3_BUCKET']
    .filter(Boolean)
    .join(' and ');
}
