import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase, type Database } from '../../server/src/db/client.ts';
import { findRunning } from '../../server/src/db/embedded-running.ts';
import { copyDataset, type DatasetSize } from '../dataset/dataset.ts';
import { Driver } from '../load/start-driver.ts';
import { startPageFloor, startRoost, type Subject } from '../subject.ts';
import { countStatements, type Statements } from './statements.ts';
import { World } from './world.ts';

/** Roost with a network in it, the floor beside it, and who makes the load. */
export interface Ground {
  roost: Subject;
  floor: Subject;
  driver: Driver;
  world: World;
  /** Where `BENCH_PROFILE` asks for it. */
  statements: Statements | null;
  close(): Promise<void>;
}

/** Milliseconds for what follows from a round. */
const PATIENCE = 120_000;

export async function openGround(size: DatasetSize, tell: (line: string) => void): Promise<Ground> {
  await using opened = new AsyncDisposableStack();
  const folder = await copyDataset(size, tell);
  const statements = process.env['BENCH_PROFILE'] ? await countStatements(folder) : null;
  const roost = await startRoost(folder);
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
  await driver.tell('learn', {
    name: 'floor',
    address: floor.address,
    turns: [{ cookie: 'none=none', steps: [{ method: 'GET', path: '/api/posts/feed', expect }] }],
  });
  const running = opened.move();
  return { roost, floor, driver, world, statements, close: () => running.disposeAsync() };
}

/** Waits until nothing more follows from what was asked: no job is due or being done. */
export async function settle(db: Database): Promise<void> {
  // Those who are told of it have heard of it by then.
  await wait(200);
  for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(50)) {
    const { rows } = await sql<{ due: boolean }>`
      select exists (select from graphile_worker.jobs
        where locked_at is not null or (run_at <= now() and attempts < max_attempts)) as due`.execute(
      db,
    );
    if (!rows[0]?.due) return;
  }
  throw new Error('The jobs that followed were not done in time.');
}
