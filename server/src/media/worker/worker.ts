import { makePictures, blockOtherDecoders } from './make-pictures.ts';
import { isDiskFull } from '../../lib/disk-full.ts';
import type { Ready, Refused, Reply, Task } from './worker-tasks.ts';

/**
 * The process that reads media files. It runs one task at a time. It exits if a task needs more memory than any
 * picture should. The server kills it if a task takes too long.
 */

const MAX_RSS_BYTES = 1_100 * 1_048_576;
const RSS_CHECK_INTERVAL_MS = 100;

process.on('message', ({ id, task }: { id: number; task: Task }) => {
  const watching = setInterval(() => {
    if (process.memoryUsage.rss() > MAX_RSS_BYTES) process.exit(9);
  }, RSS_CHECK_INTERVAL_MS);
  void run(task)
    .then(
      (result): Reply => ({ id, result }),
      (error: unknown): Reply => {
        const { problem = 'broken', message = '' } = error as Partial<Refused>;
        // A decoder reports a full disk as if the file were broken.
        return { id, problem: isDiskFull(error) ? 'disk_full' : problem, detail: message };
      },
    )
    .then((reply) => process.send?.(reply))
    .finally(() => clearInterval(watching));
});
process.on('disconnect', () => process.exit(0));

blockOtherDecoders();
process.send?.({ isReady: true } satisfies Ready);

async function run(task: Task) {
  if (task.what === 'picture') return makePictures(task);
  // Loaded on demand, because most workers see only pictures.
  const { remuxVideo } = await import('./remux-video.ts');
  return remuxVideo(task);
}
