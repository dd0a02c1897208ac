import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { secretFiles } from '../../../server/src/config/key-rings.ts';
import { DiskSpace } from '../../../server/src/media/quota/disk-space.ts';
import { Ffmpeg } from '../../../server/src/media/video/ffmpeg.ts';
import { fine, note, problem, type Check } from '../check.ts';

const GIGABYTE = 1_073_741_824;
const LITTLE_SHARE = 0.15;
/** The rights of others to read and to change. They may pass through a folder. */
const OF_OTHERS = 0o066;

/** Whether the disk has space, for uploads and for the database. */
export const disk: Check = {
  name: 'disk',
  async look({ config: { dataFolder } }) {
    const space = new DiskSpace([dataFolder]);
    const { freeBytes, totalBytes } = await space.measure(dataFolder);
    const text = `${(freeBytes / GIGABYTE).toFixed(1)} of ${(totalBytes / GIGABYTE).toFixed(1)} GB are free`;
    const isFull = await space.assertFree().then(
      () => false,
      () => true,
    );
    if (isFull)
      return problem(`${text}, so Roost takes no uploads`, 'Make space, or use a larger disk.');
    return freeBytes < totalBytes * LITTLE_SHARE
      ? note(text, 'Soon Roost takes no uploads any more. Plan a larger disk.')
      : fine(text);
  },
};

/** Whether others of this machine can read the data. */
export const secrets: Check = {
  name: 'secrets',
  async look({ config: { dataFolder } }) {
    const open = ['.', ...secretFiles].filter((name) => {
      const found = statSync(join(dataFolder, name), { throwIfNoEntry: false });
      return found !== undefined && (found.mode & OF_OTHERS) !== 0;
    });
    return open.length === 0
      ? fine('only Roost can read its data folder')
      : problem(
          `others on this machine can read ${open.join(', ')} in ${dataFolder}`,
          'Run chmod go= on each of them.',
        );
  },
};

/** Whether videos become playable everywhere. */
export const video: Check = {
  name: 'video',
  async look({ config }) {
    if (config.ffmpeg === null) return fine('FFMPEG is off: videos stay as they are');
    let reason = `there is no ${config.ffmpeg}`;
    const ffmpeg = Ffmpeg.find(config, (line) => (reason = line));
    ffmpeg?.close();
    return ffmpeg
      ? fine('ffmpeg converts videos')
      : note(`videos stay as they are: ${reason}`, 'Install ffmpeg and bubblewrap.');
  },
};

/** Whether something keeps the clock right. The database has the same clock if it runs here. */
export const clock: Check = {
  name: 'clock',
  async look() {
    const { stdout, error } = spawnSync(
      'timedatectl',
      ['show', '--property=NTPSynchronized', '--value'],
      { encoding: 'utf8' },
    );
    if (error || !/^(?:yes|no)$/.test(stdout.trim()))
      return note('this system does not say whether its clock is right', 'Compare it yourself.');
    return stdout.trim() === 'yes'
      ? fine('a time server keeps the clock right')
      : problem('no time server keeps the clock right', 'Run timedatectl set-ntp true.');
  },
};
