import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase, type Database } from '../../server/src/platform/database/client.ts';
import { findRunning } from '../../server/src/platform/database/embedded/embedded-running.ts';
import { copyDataset, keepDataset, type DatasetSize } from '../dataset/dataset.ts';
import { Driver } from '../load/start-driver.ts';
import { OWN_ROOT, startPageFloor, startRoost, type Subject } from '../subject.ts';
import { countStatements, type Statements } from './statements.ts';
import { World } from './world.ts';

/** Roost with a network of people, the floor server and the load driver. */
export interface Ground {
  roost: Subject;
  floor: Subject;
  driver: Driver;
  world: World;
  /** Present if `BENCH_PROFILE` is set. */
  statements: Statements | null;
  close(): Promise<void>;
}

/** The longest wait for the work that follows a round, in milliseconds. */
const IDLE_TIMEOUT_MS = 120_000;

export async function openGround(size: DatasetSize, log: (line: string) => void): Promise<Ground> {
  return openGroundOn(await keepDataset(size, log));
}

/** Copies a stored network and starts the Roost of the working copy `root` on it. Also starts the other parts of a `Ground`. */
export async function openGroundOn(kept: string, root = OWN_ROOT): Promise<Ground> {
  await using opened = new AsyncDisposableStack();
  const folder = await copyDataset(kept);
  const statements = process.env['BENCH_PROFILE'] ? await countStatements(folder) : null;
  const roost = await startRoost(folder, root);
  opened.defer(() => roost.stop());
  const url = findRunning(folder);
  if (!url) throw new Error('There is no database.');
  await statements?.begin(url);
  if (statements) opened.defer(() => statements.end());
  const db = openDatabase({ url, preparedStatements: false, size: 1, onError: () => {} });
  opened.defer(() => db.destroy());
  const world = await World.enter(db, roost.address);
  const floor = await startPageFloor();
  opened.defer(() => floor.stop());
  const driver = new Driver();
  opened.defer(() => driver.end());
  const expect = { status: 200, at: 'data.posts', least: 10 };
  await driver.send('learn', {
    name: 'floor',
    address: floor.address,
    sequences: [
      { cookie: 'none=none', steps: [{ method: 'GET', path: '/api/posts/feed', expect }] },
    ],
  });
  const running = opened.move();
  return { roost, floor, driver, world, statements, close: () => running.disposeAsync() };
}

/** Waits until no job is due or running. */
export async function waitForJobs(db: Database): Promise<void> {
  // Leaves time for live events to reach their sockets.
  await wait(200);
  for (const end = Date.now() + IDLE_TIMEOUT_MS; Date.now() < end; await wait(50)) {
    const { rows } = await sql<{ due: boolean }>`
      select exists (select from graphile_worker.jobs
        where locked_at is not null or (run_at <= now() and attempts < max_attempts)) as due`.execute(
      db,
    );
    if (!rows[0]?.due) return;
  }
  throw new Error('The jobs after the requests did not end in time.');
}
