import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noise } from '../../test/media.ts';
import { WorkerPool } from './worker-pool.ts';

let folder: string;
let pool: WorkerPool;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roost-workers-'));
});
afterEach(async () => {
  pool.close();
  await rm(folder, { recursive: true });
});

test('what comes just as an idle worker is ended is done by another', async () => {
  const idle = 20;
  pool = new WorkerPool(idle);
  const input = join(folder, 'in.png');
  await noise(8, 8).png().toFile(input);
  for (let n = 0; n < 12; n += 1) {
    const task = { what: 'picture', input, output: folder } as const;
    expect(await pool.run('someone', task)).toMatchObject({ width: 8 });
    await wait(idle + n / 4);
  }
});
