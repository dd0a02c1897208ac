import { dataPlaces } from '../../server/src/config/data-places.ts';
import type { Config } from '../../server/src/kernel/config.ts';
import type { Restored } from './restore.ts';

/** The result of a restore, and the advice for the operator before the start. */
export function describeRestored(
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 's3'>,
  { manifest, files, rows, missingMedia, hasSecrets }: Restored,
): string {
  const lines = [
    `Restored the backup ${manifest.id} into ${dataPlaces(config)}: ${files} files and ${rows} rows, all checked.`,
  ];
  if (missingMedia > 0)
    lines.push(
      `${missingMedia} files of pictures and videos are in no backup: they were deleted during the backup, or are younger. npm run admin -- media check lists them.`,
    );
  if (hasSecrets) lines.push(`The settings of that time are in ${config.dataFolder}/restored.env.`);
  else if (!config.s3)
    lines.push(
      'The backup has no secrets, because it is not encrypted. If you have copies of secret-key, session-key and the others, put them into the data folder before the start.',
      'Without them, no authenticator app works: reset the second factor of each person who has one. People stay signed in, and get mails about new devices.',
    );
  lines.push(
    'People who were erased after the backup are back: erase them again (docs/operating.md).',
    'Make a new backup soon after the start.',
  );
  return lines.join('\n');
}
