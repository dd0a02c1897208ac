import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Row } from '../benchmark.ts';
import type { Asked, Orders } from '../load/orders.ts';
import { percentile } from '../percentiles.ts';
import { minus, usageOf, type Usage } from '../processes.ts';
import { waitForJobs, type Ground } from './ground.ts';
import type { RequestKind } from './request-kind.ts';

export interface Effort {
  clients: number;
  rounds: number;
  /** The shortest duration of a round. */
  seconds: number;
  /** The fewest requests of a round. On a slow machine too, each round then warms the code equally. */
  least: number;
}

/** The cost of one request, in milliseconds of processor time. */
interface Cost {
  server: number;
  database: number;
  statements: number;
}

/** The floor server is fast, so a fraction of a round measures it as well. */
const FLOOR_SHARE = 0.35;
/**
 * The warm-up sends at least this many times the fewest requests of a round. It compiles the code, prepares the plans and fills
 * the caches.
 */
export const WARM_UP_FACTOR = 2;

/** Measures rounds of one kind of request, each followed by a round at the floor server. Returns medians. */
export async function measureKind(
  ground: Ground,
  name: string,
  kind: RequestKind,
  { clients, rounds, seconds, least }: Effort,
): Promise<Row> {
  await learnKind(ground, name, kind);
  await ground.driver.send('ask', { name, clients, seconds, least: least * WARM_UP_FACTOR });
  const floorRound = { name: 'floor', clients, seconds: seconds * FLOOR_SHARE, least };
  await ground.driver.send('ask', floorRound);
  const costs: Cost[] = [];
  const floors: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    costs.push(await measureRound(ground, kind, { name, clients, seconds, least }));
    const before = usageOf(ground.floor.pid);
    const { requests } = await ground.driver.send('ask', floorRound);
    floors.push(minus(usageOf(ground.floor.pid), before).own / requests);
  }
  await profileKind(ground, name, kind, { clients, seconds, least });
  const median = (values: number[]) => percentile(values, 0.5);
  return {
    measure: kind.measure,
    unit: 'ms',
    aim: `≤ ${kind.aim}`,
    roost: median(costs.map(({ server, database }) => server + database)),
    server: median(costs.map(({ server }) => server)),
    database: median(costs.map(({ database }) => database)),
    statements: median(costs.map(({ statements }) => statements)),
    floor: median(floors),
  };
}

/** Gives the driver the requests of a kind, or those from position `from` up to `to`. Returns how many these are. */
export async function learnKind(
  ground: Ground,
  name: string,
  kind: RequestKind,
  { from = 0, to }: { from?: number; to?: number } = {},
): Promise<number> {
  const sequences = (await kind.sequences(ground.world)).slice(from, to);
  await ground.driver.send('learn', { name, address: ground.roost.address, sequences });
  return sequences.length;
}

export async function measureRound(
  { roost, driver, world }: Ground,
  kind: Pick<RequestKind, 'writes'>,
  order: Parameters<Orders['ask']>[0],
): Promise<Cost> {
  const sentBefore = await roost.send('statements', {});
  const before = usageOf(roost.pid);
  const { requests }: Asked = await driver.send('ask', order);
  if (kind.writes) await waitForJobs(world.db);
  const used: Usage = minus(usageOf(roost.pid), before);
  const sent = (await roost.send('statements', {})) - sentBefore;
  return {
    server: used.own / requests,
    database: used.below / requests,
    statements: sent / requests,
  };
}

/** Profiles one more round, which does not count. Writes the CPU profile and the statements to `BENCH_PROFILE`. */
async function profileKind(
  { roost, driver, world, statements }: Ground,
  name: string,
  { writes }: RequestKind,
  effort: { clients: number; seconds: number; least: number },
): Promise<void> {
  const folder = process.env['BENCH_PROFILE'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await statements?.reset();
  await roost.send('beginProfile', {});
  const { requests } = await driver.send('ask', { name, ...effort });
  if (writes) await waitForJobs(world.db);
  await roost.send('endProfile', { file: join(folder, `${name}.cpuprofile`) });
  await statements?.write(join(folder, `${name}.statements.txt`), requests);
}
