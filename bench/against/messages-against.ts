import { sizeOf, type Sizes } from '../benchmark.ts';
import {
  latency,
  messages,
  openChat,
  perMessage,
  perSecond,
  watch,
  type Chat,
  type Measured,
} from '../messages.ts';
import { OWN_ROOT, startRoost } from '../subject.ts';
import type { Report } from './against.ts';
import { checkOut } from './check-out.ts';
import { compareBlocks, ROUND_ORDER, type Block, type Both } from './compare.ts';

export const messageComparisonSizes: Sizes = { ...messages.sizes, blocks: 6, seconds: 5 };

interface Measurement {
  measure: string;
  isAtRate: boolean;
  msOf: (measured: Measured) => number;
}

/** All in milliseconds, so that less is better. */
const measurements: Measurement[] = [
  { measure: 'processor per message, at the rate', isAtRate: true, msOf: perMessage },
  { measure: 'sent → delivered, p50', isAtRate: true, msOf: (each) => latency(each, 0.5) },
  { measure: 'sent → delivered, p99', isAtRate: true, msOf: (each) => latency(each, 0.99) },
  { measure: 'processor per message, at full load', isAtRate: false, msOf: perMessage },
  {
    measure: 'time per message, at full load',
    isAtRate: false,
    msOf: (each) => 1_000 / perSecond(each),
  },
];

/**
 * Compares messages with those of a commit. The people are inserted by the sources of this working copy into both databases, so
 * both schemas must accept them.
 */
export async function measureMessagesAgainst(
  commit: string,
  sizes: Sizes,
  log: (line: string) => void,
): Promise<Report> {
  const old = await checkOut(commit);
  try {
    const blocks: Both<Measured[]>[][] = [[], []];
    for (let block = 0; block < sizeOf(sizes, 'blocks'); block += 1) {
      log(`start ${block + 1} of ${sizeOf(sizes, 'blocks')}`);
      const [atRate, atMost] = await measureBlock(old.root, block % 2 === 0, sizes, log);
      blocks[0]!.push(atRate);
      blocks[1]!.push(atMost);
    }
    const comparisons = measurements.map(({ measure, isAtRate, msOf }) => {
      const round = (each: Measured) => ({
        cost: msOf(each),
        statements: each.statements / each.delivered,
      });
      const compared = blocks[isAtRate ? 0 : 1]!.map(({ before, now }): Block => ({
        before: before.map(round),
        now: now.map(round),
      }));
      return compareBlocks(measure, compared);
    });
    const remarks = [`The rate is ${sizeOf(sizes, 'rate')} messages a second.`];
    return { commit: old.commit, comparisons, failed: [], remarks };
  } finally {
    await old.remove();
  }
}

/** Starts both servers. Rounds of the two take turns: first at the rate, then as many messages as each can deliver. */
async function measureBlock(
  oldRoot: URL,
  isBeforeFirst: boolean,
  sizes: Sizes,
  log: (line: string) => void,
): Promise<[Both<Measured[]>, Both<Measured[]>]> {
  await using opened = new AsyncDisposableStack();
  const open = async (root: URL): Promise<Chat> => {
    const chat = await openChat(async () => startRoost(undefined, root), sizes, log);
    opened.defer(() => chat.close());
    return chat;
  };
  const first = await open(isBeforeFirst ? oldRoot : OWN_ROOT);
  const second = await open(isBeforeFirst ? OWN_ROOT : oldRoot);
  const sides = isBeforeFirst ? { before: first, now: second } : { before: second, now: first };
  const measureAll = async (rate: number | null) => {
    const measured: Both<Measured[]> = { before: [], now: [] };
    for (const side of ROUND_ORDER)
      measured[side].push(await watch(sides[side], rate, sizeOf(sizes, 'seconds')));
    return measured;
  };
  return [await measureAll(sizeOf(sizes, 'rate')), await measureAll(null)];
}
