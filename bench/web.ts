import { buildWeb } from '../tools/build-web.mjs';
import { sizeOf, type Benchmark, type Row, type Sizes } from './benchmark.ts';
import { networkOf } from './dataset/network.ts';
import { openGround } from './http/ground.ts';
import { percentile } from './percentiles.ts';
import { openBrowser } from './browser/window.ts';
import { interact, loadTwice, scrollPast, type Visit, type Watched } from './browser/visits.ts';

const sizes: Sizes = { people: 2_000, posts: 40_000, followers: 2_500, loads: 7, scrolled: 2_000 };

/** CPU slowdown factors, with the target for the Largest Contentful Paint in milliseconds. */
const speeds = [
  { slowdown: 1, name: 'full speed', aim: 1_000 },
  { slowdown: 4, name: '4 × slower', aim: 2_500 },
] as const;

type Log = (line: string) => void;
type Subject = Pick<Visit, 'address' | 'member'>;

/** Measures the web app in Chromium, on the same machine as its server. */
export const web: Benchmark = {
  sizes,
  async run(given, log) {
    await buildWeb();
    const ground = await openGround(networkOf(given), log);
    const browser = await openBrowser();
    try {
      const [member] = ground.world.members;
      if (!member) throw new Error('There is nobody.');
      const subject = { address: ground.roost.address, member };
      // Warms the server up.
      await loadTwice(browser, { ...subject, slowdown: 1 });
      const rows: Row[] = [];
      // Reports each result at once, so that a slow machine still reports something.
      const add = (found: Row[]) => {
        rows.push(...found);
        for (const { measure, roost, unit } of found)
          log(`${measure}: ${roost.toFixed(2)} ${unit}`);
      };
      for (const speed of speeds) {
        log(`loads at ${speed.name}`);
        add(await measureLoads(browser, subject, speed, sizeOf(given, 'loads')));
        log(`touches at ${speed.name}`);
        add(await measureTouches(browser, subject, speed, sizeOf(given, 'loads')));
      }
      add(await measureScrolling(browser, subject, sizeOf(given, 'scrolled'), log));
      return {
        what: `the web app in Chromium, 1280 × 800, ${given['people']} people, ${given['posts']} posts`,
        rows,
        remarks: [
          `Medians of ${sizeOf(given, 'loads')}; server, database and browser share this machine's processors, only the browser is slowed.`,
        ],
      };
    } finally {
      await browser.close();
      await ground.close();
    }
  },
};

type Chromium = Awaited<ReturnType<typeof openBrowser>>;
type Speed = (typeof speeds)[number];

async function measureLoads(
  browser: Chromium,
  subject: Subject,
  { slowdown, name, aim }: Speed,
  loads: number,
): Promise<Row[]> {
  const found: [Watched, Watched][] = [];
  for (let n = 0; n < loads; n += 1) found.push(await loadTwice(browser, { ...subject, slowdown }));
  if (process.env['BENCH_PROFILE']) console.error(found.flat().flatMap(({ moved }) => moved));
  return [
    byClock(
      `feed painted, nothing kept, ${name}`,
      found.map(([cold]) => cold.largestPaint),
      aim,
    ),
    byClock(
      `feed painted, files kept, ${name}`,
      found.map(([, warm]) => warm.largestPaint),
      aim,
    ),
    {
      measure: `layout shift, the most, ${name}`,
      unit: 'share',
      roost: Math.max(...found.flat().map(({ shift }) => shift)),
      aim: '≤ 0.02',
      byClock: true,
    },
    byClock(
      `longest task of a load, ${name}`,
      found.map(([cold]) => Math.max(0, ...cold.longTasks)),
    ),
  ];
}

async function measureTouches(
  browser: Chromium,
  subject: Subject,
  { slowdown, name }: Speed,
  times: number,
): Promise<Row[]> {
  const found: Record<string, number>[] = [];
  for (let n = 0; n < times; n += 1) found.push(await interact(browser, { ...subject, slowdown }));
  return Object.keys(found[0] ?? {}).map((touch) =>
    byClock(
      `${touch}, ${name}`,
      found.map((taken) => taken[touch] ?? Number.NaN),
      100,
    ),
  );
}

async function measureScrolling(
  browser: Chromium,
  subject: Subject,
  posts: number,
  log: Log,
): Promise<Row[]> {
  log(`scrolling past ${posts} posts`);
  const { before, after, nodes, longTasks } = await scrollPast(
    browser,
    { ...subject, slowdown: 1 },
    posts,
  );
  const row = (measure: string, unit: string, roost: number): Row => ({
    measure,
    unit,
    roost,
    byClock: true,
  });
  return [
    row('scrolling: tasks longer than 50 ms', 'tasks', longTasks.length),
    row('scrolling: the longest of them', 'ms', Math.max(0, ...longTasks)),
    row('JavaScript in memory before it', 'MB', before),
    row('JavaScript in memory after it', 'MB', after),
    row('nodes of the document after it', 'nodes', nodes),
  ];
}

function byClock(measure: string, values: number[], aim?: number): Row {
  return {
    measure,
    unit: 'ms',
    roost: percentile(values, 0.5),
    byClock: true,
    ...(aim !== undefined && { aim: `≤ ${aim}` }),
  };
}
