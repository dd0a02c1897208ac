import { sizeOf, type Sizes } from '../benchmark.ts';
import { keepDataset } from '../dataset/dataset.ts';
import { networkOf } from '../dataset/network.ts';
import { openGroundOn, type Ground } from '../http/ground.ts';
import { kinds } from '../requests.ts';
import { checkOut } from './check-out.ts';
import { compareBlocks, measureBlock, type Block, type Both, type Comparison } from './compare.ts';

export interface Report {
  commit: string;
  comparisons: Comparison[];
  /** Kinds that could not be measured, each with the reason. */
  failed: string[];
  remarks: string[];
}

/** Compares the Roost of this working copy with the Roost of a commit, for these kinds of requests. */
export async function measureAgainst(
  commit: string,
  names: string[],
  sizes: Sizes,
  log: (line: string) => void,
): Promise<Report> {
  await using opened = new AsyncDisposableStack();
  const network = networkOf(sizes);
  log(`installing ${commit} and its packages`);
  const old = await checkOut(commit);
  opened.defer(async () => old.remove());
  const kept = { before: await old.keepDataset(network), now: await keepDataset(network, log) };
  const blocks = new Map<string, Block[]>(names.map((name) => [name, []]));
  const failed: string[] = [];
  for (let block = 0; block < sizeOf(sizes, 'blocks'); block += 1) {
    log(`start ${block + 1} of ${sizeOf(sizes, 'blocks')}`);
    const sides = await openBoth(kept, old.root, block % 2 === 0);
    try {
      for (const [name, measured] of blocks)
        try {
          measured.push(await measureBlock(sides, name, kinds[name]!, sizes));
        } catch (error) {
          // A failed kind does not invalidate the others.
          blocks.delete(name);
          failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        }
    } finally {
      await sides.now.close();
      await sides.before.close();
    }
  }
  const comparisons = [...blocks].map(([name, each]) => compareBlocks(kinds[name]!.measure, each));
  const remarks =
    kept.before === kept.now
      ? ['Both servers ran on copies of one network.']
      : [
          'The schemas differ, so each server ran on a network of its own, made from the same seed.',
        ];
  return { commit: old.commit, comparisons, failed, remarks };
}

/** Starts both servers on copies of their networks. `isBeforeFirst` says whether the server of the commit starts first. */
async function openBoth(
  kept: Both<string>,
  oldRoot: URL,
  isBeforeFirst: boolean,
): Promise<Both<Ground>> {
  const open = {
    before: () => openGroundOn(kept.before, oldRoot),
    now: () => openGroundOn(kept.now),
  };
  const order = isBeforeFirst ? (['before', 'now'] as const) : (['now', 'before'] as const);
  const first = await open[order[0]]();
  try {
    const second = await open[order[1]]();
    return isBeforeFirst ? { before: first, now: second } : { before: second, now: first };
  } catch (error) {
    await first.close();
    throw error;
  }
}

export function reportTable({ commit, comparisons, remarks }: Report): string {
  const both = (of: { before: number; now: number }, digits: number) =>
    `${of.before.toFixed(digits)} → ${of.now.toFixed(digits)}`;
  const cells = [
    ['', 'ms', 'ratio', '95 % interval', 'statements'],
    ...comparisons.map(({ measure, cost, ratio, low, high, statements }) => [
      measure,
      both(cost, 2),
      ratio.toFixed(3),
      `${low.toFixed(3)} – ${high.toFixed(3)}`,
      both(statements, 1),
    ]),
  ];
  const widths = cells[0]!.map((_, n) => Math.max(...cells.map((line) => line[n]!.length)));
  const lines = cells.map((line) =>
    line
      .map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!)))
      .join('  '),
  );
  return ['', `processor per request: ${commit} → here`, '', ...lines, '', ...remarks].join('\n');
}
