import { makePictures, shutOtherDecoders } from './make-pictures.ts';
import { remuxVideo } from './remux-video.ts';
import { Refused, type Reply, type Task } from './worker-tasks.ts';

/**
 * The process in which what people send is read. It does one thing at a time, and ends itself when that takes
 * more memory than any picture needs; the server ends it when it takes too long.
 */

const MAX_RSS = 1_100 * 1_048_576;
const WATCH_EVERY = 100;

process.on('message', ({ id, task }: { id: number; task: Task }) => {
  const watching = setInterval(() => {
    if (process.memoryUsage.rss() > MAX_RSS) process.exit(9);
  }, WATCH_EVERY);
  void run(task)
    .then(
      (result): Reply => ({ id, result }),
      (error: unknown): Reply => {
        const { problem = 'broken', message = '' } = error as Partial<Refused>;
        return { id, problem, detail: message };
      },
    )
    .then((reply) => process.send?.(reply))
    .finally(() => clearInterval(watching));
});
process.on('disconnect', () => process.exit(0));

shutOtherDecoders();

async function run(task: Task) {
  return task.what === 'picture' ? makePictures(task) : remuxVideo(task);
}
