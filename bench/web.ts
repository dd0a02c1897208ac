import { buildWeb } from '../tools/build-web.mjs';
import { sizeOf, type Benchmark, type Row, type Sizes } from './benchmark.ts';
import { networkOf } from './dataset/network.ts';
import { openGround } from './http/ground.ts';
import { percentile } from './percentiles.ts';
import { openBrowser, type Device } from './browser/window.ts';
import { interact, loadTwice, scrollPast, type Visit } from './browser/visits.ts';

const sizes: Sizes = {
  people: 2_000,
  posts: 40_000,
  followers: 2_500,
  loads: 7,
  scrolled: 2_000,
  scrolledOnPhone: 300,
};

const desktop = { width: 1280, height: 800, scroll: { pixels: 1_000, everyMs: 60 } };
/** Devices, with the target for the Largest Contentful Paint in milliseconds. */
const desktops = [
  { device: { ...desktop, name: 'full speed', cpuSlowdown: 1 }, aim: 1_000 },
  { device: { ...desktop, name: '4 × slower', cpuSlowdown: 4 }, aim: 2_500 },
] as const;
const slowPhone: Device = {
  name: 'slow phone',
  width: 390,
  height: 844,
  cpuSlowdown: 4,
  // The fastest fling of a thumb.
  scroll: { pixels: 100, everyMs: 16 },
  network: { kilobitsPerSecond: 400, latencyMs: 400 },
};

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
      await loadTwice(browser, { ...subject, device: desktops[0].device });
      const rows: Row[] = [];
      // Reports each result at once, so that a slow machine still reports something.
      const add = (found: Row[]) => {
        rows.push(...found);
        for (const { measure, roost, unit } of found)
          log(`${measure}: ${roost.toFixed(2)} ${unit}`);
      };
      const loads = sizeOf(given, 'loads');
      for (const { device, aim } of desktops) {
        log(`loads at ${device.name}`);
        add(await measureLoads(browser, { ...subject, device }, aim, loads));
        log(`touches at ${device.name}`);
        add(await measureTouches(browser, { ...subject, device }, loads));
      }
      log('loads on a slow phone');
      const onPhone = { ...subject, device: slowPhone };
      add(await measurePhone(browser, onPhone, loads));
      for (const [visit, posts] of [
        [{ ...subject, device: desktops[0].device }, sizeOf(given, 'scrolled')],
        [onPhone, sizeOf(given, 'scrolledOnPhone')],
      ] as const) {
        log(`scrolling past ${posts} posts, ${visit.device.name}`);
        add(await measureScrolling(browser, visit, posts));
      }
      return {
        what: `the web app in Chromium, ${given['people']} people, ${given['posts']} posts`,
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

async function measureLoads(
  browser: Chromium,
  visit: Visit,
  aim: number,
  loads: number,
): Promise<Row[]> {
  const { name } = visit.device;
  const found = await repeat(loads, () => loadTwice(browser, visit));
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

/** The time until the first post is readable, with a slow processor and a slow network. */
async function measurePhone(browser: Chromium, visit: Visit, loads: number): Promise<Row[]> {
  const found = await repeat(loads, () => loadTwice(browser, visit));
  return [
    byClock(
      'feed readable, nothing kept, slow phone',
      found.map(([cold]) => cold.firstPost),
      3_500,
    ),
    byClock(
      'feed readable, files kept, slow phone',
      found.map(([, warm]) => warm.firstPost),
      1_500,
    ),
    byClock(
      'longest task of a load, slow phone',
      found.map(([cold]) => Math.max(0, ...cold.longTasks)),
    ),
  ];
}

async function measureTouches(browser: Chromium, visit: Visit, times: number): Promise<Row[]> {
  const found = await repeat(times, () => interact(browser, visit));
  return Object.keys(found[0] ?? {}).map((touch) =>
    byClock(
      `${touch}, ${visit.device.name}`,
      found.map((taken) => taken[touch] ?? Number.NaN),
      100,
    ),
  );
}

async function measureScrolling(browser: Chromium, visit: Visit, posts: number): Promise<Row[]> {
  const { before, after, nodes, longTasks } = await scrollPast(browser, visit, posts);
  const row = (measure: string, unit: string, roost: number, aim?: string): Row => ({
    measure: `${measure}, ${visit.device.name}`,
    unit,
    roost,
    byClock: true,
    ...(aim && { aim }),
  });
  return [
    row('scrolling: tasks longer than 50 ms', 'tasks', longTasks.length),
    row('scrolling: the longest of them', 'ms', Math.max(0, ...longTasks), '≤ 100'),
    row('JavaScript in memory before it', 'MB', before),
    row('JavaScript in memory after it', 'MB', after),
    row('nodes of the document after it', 'nodes', nodes),
  ];
}

async function repeat<T>(times: number, measure: () => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (let n = 0; n < times; n += 1) found.push(await measure());
  return found;
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
