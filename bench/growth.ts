import { sql } from 'kysely';
import { sizeOf, type Benchmark, type Row } from './benchmark.ts';
import type { DatasetSize } from './dataset/dataset.ts';
import { NETWORK, networkOf } from './dataset/network.ts';
import { FOLLOWED } from './dataset/extremes.ts';
import { openGround, waitForJobs, type Ground } from './http/ground.ts';
import { learnKind, measureRound, type Effort } from './http/measure-kind.ts';
import { firstPage, reads, select } from './http/reads.ts';
import { posting } from './http/writes.ts';
import { percentile } from './percentiles.ts';

type Parts = Omit<Effort, 'seconds'>;

/** One of the two compared cases. */
interface Side {
  ground: Ground;
  /** The name of the stored requests. */
  name: string;
  /** The number of requests in a part of a round. */
  part: number;
  /** Runs before each part, and is not measured. */
  before?: () => Promise<unknown>;
}

/** Measures how costs grow with the network. Each row is the ratio of the larger case to the smaller. */
export const growth: Benchmark = {
  sizes: { ...NETWORK, clients: 32, rounds: 9, least: 200, posted: 40 },
  async run(sizes, log) {
    const network = networkOf(sizes);
    const effort = {
      clients: sizeOf(sizes, 'clients'),
      rounds: sizeOf(sizes, 'rounds'),
      least: sizeOf(sizes, 'least'),
    };
    const before = await openGround(tenthOf(network), log);
    try {
      const after = await openGround(network, log);
      try {
        log('followed people');
        const followed = await compareFollowed(after, effort);
        log('people and posts');
        const grown = await compareNetworks(before, after, effort);
        log('followers of the author');
        const waits = await compareWaits(after, sizeOf(sizes, 'posted'), network.followers);
        return {
          what: `how costs grow: ${network.people} people and ${network.posts} posts beside a tenth of them`,
          rows: [...followed, grown, waits],
          remarks: [
            'Each round of the larger follows one of the smaller; medians of the ratios. Lists are ranked anew each time.',
          ],
        };
      } finally {
        await after.close();
      }
    } finally {
      await before.close();
    }
  },
};

/** The same network at a tenth of the size. */
export function tenthOf({ people, posts }: DatasetSize): DatasetSize {
  const tenth = Math.ceil(people / 10);
  return { people: tenth, posts: Math.ceil(posts / 10), followers: tenth };
}

/**
 * Compares readers who follow few and many accounts. Before each part, an account that all readers follow publishes a post, so
 * that the server must rank each feed again. That post is not measured.
 */
async function compareFollowed(ground: Ground, effort: Parts): Promise<Row[]> {
  const [newsmaker] = await named(ground, 'author\\_few\\_%');
  await sql`
    insert into follows (follower_id, followee_id)
    select id, ${newsmaker!.id}::uuid from users where username like 'reader\\_%'
    on conflict do nothing`.execute(ground.world.db);
  await learnKind(ground, 'news', { measure: '', aim: 0, sequences: () => [posting(newsmaker!)] });
  const before = async () => {
    await ground.driver.send('ask', { name: 'news', clients: 1, seconds: 0 });
    await waitForJobs(ground.world.db);
  };
  const sides: Record<string, Side> = {};
  for (const name of ['few', 'many']) {
    const readers = await named(ground, `reader\\_${name}\\_%`);
    await learnKind(ground, name, { measure: '', aim: 0, sequences: () => readers.map(firstPage) });
    sides[name] = { ground, name, part: readers.length, before };
  }
  const many = Math.min(FOLLOWED.many, ground.world.members.length);
  return [
    {
      measure: `followed people ${FOLLOWED.few} → ${many}: feed`,
      unit: '×',
      aim: '≤ 1.5',
      roost: await compare(sides['few']!, sides['many']!, effort),
    },
  ];
}

/** Compares the first page of the feed in the whole network and in a tenth of it. */
async function compareNetworks(before: Ground, after: Ground, effort: Parts): Promise<Row> {
  for (const ground of [before, after]) await learnKind(ground, 'feed', reads['feed']!);
  // Each reader asks once. A second request would use the same snapshot.
  const part = Math.max(1, Math.floor(before.world.members.length / (effort.rounds + 1) / 1.5));
  const side = (ground: Ground): Side => ({ ground, name: 'feed', part });
  return {
    measure: 'people and posts × 10: feed',
    unit: '×',
    aim: '≤ 1.2',
    roost: await compare(side(before), side(after), { ...effort, least: 0 }),
  };
}

/** Returns the median ratio of the larger case to the smaller. */
async function compare(smaller: Side, larger: Side, effort: Parts): Promise<number> {
  const ratios: number[] = [];
  // The first part is a warm-up.
  for (let round = 0; round <= effort.rounds; round += 1) {
    const [less, more] = [await roundOf(smaller, effort), await roundOf(larger, effort)];
    ratios.push(more / less);
  }
  return percentile(ratios.slice(1), 0.5);
}

/** Runs parts until the round has `least` requests. Returns the mean cost of a request. */
async function roundOf(
  { ground, name, part, before }: Side,
  { clients, least }: Parts,
): Promise<number> {
  let [sum, parts] = [0, 0];
  do {
    await before?.();
    const order = { name, clients: Math.min(clients, part), seconds: 0, least: part };
    const { server, database } = await measureRound(ground, {}, order);
    sum += server + database;
    parts += 1;
  } while (parts * part < least);
  return sum / parts;
}

/** Compares the waiting times of authors with few and many followers. Each post waits for the jobs of the previous one. */
async function compareWaits(ground: Ground, posted: number, followers: number): Promise<Row> {
  const waits: Record<string, number[]> = { few: [], many: [] };
  const authors = {
    few: await named(ground, 'author\\_few\\_%'),
    many: await named(ground, 'author\\_many\\_%'),
  };
  for (const [name, [author]] of Object.entries(authors))
    await learnKind(ground, name, { measure: '', aim: 0, sequences: () => [posting(author!)] });
  for (let n = 0; n < posted; n += 1)
    for (const [name, list] of Object.entries(waits)) {
      const { seconds } = await ground.driver.send('ask', { name, clients: 1, seconds: 0 });
      list.push(seconds * 1_000);
      await waitForJobs(ground.world.db);
    }
  const median = (name: string) => percentile(waits[name]?.slice(Math.ceil(posted / 4)) ?? [], 0.5);
  return {
    measure: `followers of the author 1000 → ${followers}: the author's own wait`,
    unit: '×',
    aim: '≤ 1.2',
    roost: median('many') / median('few'),
  };
}

/** Finds the members whose usernames match this pattern. */
async function named(ground: Ground, pattern: string) {
  const people = await select(
    ground.world,
    sql`select id, id as owner from users where username like ${pattern}`,
  );
  return people.map(({ id }) => ground.world.member(id));
}
