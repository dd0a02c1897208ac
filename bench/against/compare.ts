import { sizeOf, type Sizes } from '../benchmark.ts';
import { NETWORK } from '../dataset/network.ts';
import type { Ground } from '../http/ground.ts';
import { learnKind, measureRound, WARM_UP_FACTOR } from '../http/measure-kind.ts';
import type { RequestKind } from '../http/request-kind.ts';
import { percentile } from '../percentiles.ts';
import { intervalOf, type Interval } from './interval.ts';

/** A value of each server: `before` is the commit, `now` is the working copy. */
export interface Both<Value> {
  before: Value;
  now: Value;
}

export interface Round {
  /** Milliseconds of processor time for one request, of server and database together. */
  cost: number;
  /** SQL statements for one request. */
  statements: number;
}

/** The rounds of one start of both servers. Rounds with the same index are a pair. */
export type Block = Both<Round[]>;

/** The cost of one kind of request now, compared with before. */
export interface Comparison extends Interval {
  measure: string;
  /** Medians. */
  cost: Both<number>;
  statements: Both<number>;
}

export const comparisonSizes: Sizes = {
  ...NETWORK,
  blocks: 6,
  clients: 32,
  seconds: 2,
  least: 200,
};

/** ABBA: if the machine becomes slower or faster, this affects both servers equally. */
export const ROUND_ORDER: readonly (keyof Block)[] = ['before', 'now', 'now', 'before'];

/**
 * Measures one kind of request on both servers. Each round sends the number of requests that the first server answered in the
 * warm-up. A kind that each person sends once has other people in each round, so its rounds may be smaller.
 */
export async function measureBlock(
  sides: Both<Ground>,
  name: string,
  kind: RequestKind,
  sizes: Sizes,
): Promise<Block> {
  const order = { name, clients: sizeOf(sizes, 'clients'), least: sizeOf(sizes, 'least') };
  const learn = async (part?: { from?: number; to?: number }) => {
    const before = await learnKind(sides.before, name, kind, part);
    return Math.min(before, await learnKind(sides.now, name, kind, part));
  };
  // The warm-up and the two rounds of a server each have their own third of the people.
  const third = kind.isOnce ? Math.floor((await learn()) / 3) : Infinity;
  const most = third - order.clients;
  if (most < order.least) throw new Error('too few people for requests that each sends once');
  await learn({ to: third });
  const warmUp = {
    ...order,
    least: order.least * WARM_UP_FACTOR,
    seconds: sizeOf(sizes, 'seconds'),
  };
  const { requests } = await sides.before.driver.send('ask', warmUp);
  await sides.now.driver.send('ask', warmUp);
  // Both servers begin with the same request.
  await learn(kind.isOnce ? { from: third } : {});
  const block: Block = { before: [], now: [] };
  for (const side of ROUND_ORDER) {
    const least = Math.min(most, Math.max(requests, order.least));
    const round = { ...order, seconds: 0, least };
    const { server, database, statements } = await measureRound(sides[side], kind, round);
    block[side].push({ cost: server + database, statements });
  }
  return block;
}

/**
 * Computes the interval from the ratios of the blocks, not of the rounds. Rounds of one start share compiled code, memory and
 * plans, which differ between starts.
 */
export function compareBlocks(measure: string, blocks: Block[]): Comparison {
  const median = (of: keyof Round) => ({
    before: percentile(
      blocks.flatMap(({ before }) => before.map((round) => round[of])),
      0.5,
    ),
    now: percentile(
      blocks.flatMap(({ now }) => now.map((round) => round[of])),
      0.5,
    ),
  });
  return {
    measure,
    cost: median('cost'),
    statements: median('statements'),
    ...intervalOf(blocks.map(ratioOf)),
  };
}

/** The geometric mean of the ratios of the pairs. */
function ratioOf({ before, now }: Block): number {
  const logs = now.map(({ cost }, pair) => Math.log(cost / before[pair]!.cost));
  const ratio = Math.exp(logs.reduce((sum, each) => sum + each, 0) / logs.length);
  if (!Number.isFinite(ratio) || ratio === 0) throw new Error('a round was too short to measure');
  return ratio;
}
