import { sizeOf, type Sizes } from '../benchmark.ts';
import { NETWORK } from '../dataset/network.ts';
import type { Ground } from '../http/ground.ts';
import { learnKind, measureRound, WARM_UP } from '../http/measure-kind.ts';
import type { RequestKind } from '../http/request-kind.ts';
import { percentile } from '../percentiles.ts';
import { intervalOf, type Interval } from './interval.ts';

/** The same, measured of both servers. */
export interface Both<Value> {
  before: Value;
  now: Value;
}

export interface Round {
  /** Milliseconds of processor for one request, of server and database together. */
  cost: number;
  /** Sent to the database for one request. */
  statements: number;
}

/** Rounds of one start of both servers. The first round of each is a pair, and so on. */
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

/** The order of the rounds. If the machine becomes slower or faster, both servers feel it alike (ABBA). */
const TURNS: readonly (keyof Block)[] = ['before', 'now', 'now', 'before'];

/** Measures one kind of request on two servers. Each round asks for the same requests, so many as `seconds` are enough for. */
export async function measureBlock(
  sides: Both<Ground>,
  name: string,
  kind: RequestKind,
  sizes: Sizes,
): Promise<Block> {
  const order = { name, clients: sizeOf(sizes, 'clients'), least: sizeOf(sizes, 'least') };
  const learn = async () => {
    for (const ground of [sides.before, sides.now]) await learnKind(ground, name, kind);
  };
  await learn();
  const inTime = { ...order, least: order.least * WARM_UP, seconds: sizeOf(sizes, 'seconds') };
  const { requests } = await sides.before.driver.tell('ask', inTime);
  await sides.now.driver.tell('ask', inTime);
  // Both begin with the first request again.
  await learn();
  const block: Block = { before: [], now: [] };
  for (const side of TURNS) {
    const round = { ...order, seconds: 0, least: Math.max(requests, order.least) };
    const { server, database, statements } = await measureRound(sides[side], kind, round);
    block[side].push({ cost: server + database, statements });
  }
  return block;
}

/**
 * Compares by blocks, because rounds of one start are alike: compiled code, memory and plans differ from start to start. So the
 * interval comes from the ratios of the blocks, not of the rounds.
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
