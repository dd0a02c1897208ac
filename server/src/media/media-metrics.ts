import type { Context } from '../kernel/context.ts';
import type { Disk } from './quota/disk-space.ts';

/** Shows the work on media files, and the disks that hold them. */
export function addMediaGauges({ metrics, media }: Context): void {
  const { disk, workers } = media;
  metrics.addQueue('media_tasks', workers.queue);
  metrics.addGauge(
    { name: 'media_tasks_running', help: 'Files that a separate process reads now.' },
    () => workers.running,
  );
  const ofDisks = (read: (disk: Disk) => number) => async () =>
    Object.fromEntries(
      Object.entries(await disk.measureAll()).map(([folder, each]) => [folder, read(each)]),
    );
  const label = 'folder';
  metrics.addGauge(
    { name: 'media_disk_free_bytes', help: 'Free space of the disk with a media folder.', label },
    ofDisks(({ freeBytes }) => freeBytes),
  );
  metrics.addGauge(
    { name: 'media_disk_size_bytes', help: 'Size of the disk with a media folder.', label },
    ofDisks(({ totalBytes }) => totalBytes),
  );
}
