import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { sizeOf, type Benchmark, type Finding, type Sizes } from './benchmark.ts';
import type { Conversed } from './load/orders.ts';
import { Driver } from './load/start-driver.ts';
import type { Pair } from './member.ts';
import { inventPeople, makePairs, makePeople } from './people.ts';
import { percentile } from './percentiles.ts';
import { minus, usageOf, type Usage } from './processes.ts';
import { startSocketFloor, startRoost, type Subject } from './subject.ts';

interface Measured extends Conversed {
  cpu: Usage;
  /** Milliseconds of processor time of the load driver. */
  driver: number;
}

interface Result {
  steady: Measured;
  full: Measured;
}

/** Measures the delivery time of messages and their cost. */
export const messages: Benchmark = {
  sizes: { pairs: 100, rate: 500, seconds: 10, warmup: 5 },
  async run(sizes, log) {
    const roost = await measure(async () => startRoost(), sizes, log);
    const floor = await measure(startSocketFloor, sizes, log);
    return find(sizes, roost, floor);
  },
};

async function measure(
  start: () => Promise<Subject>,
  sizes: Sizes,
  log: (line: string) => void,
): Promise<Result> {
  const subject = await start();
  const driver = new Driver();
  try {
    const pairs = await connectPairs(subject, driver, sizeOf(sizes, 'pairs'));
    const seconds = sizeOf(sizes, 'seconds');
    const load = { pairs, rate: sizeOf(sizes, 'rate'), seconds: sizeOf(sizes, 'warmup') };
    log(`${subject.name}: ${pairs.length} pairs, warming up`);
    await driver.send('converse', load);
    // Waits for the consequences of connecting, such as presence events, which are not messages.
    await wait(1_000);
    // Flushes earlier writes, because a busy disk can delay a commit by a second.
    execFileSync('sync');
    log(`${subject.name}: ${load.rate} a second`);
    const steady = await watch(subject, driver, { ...load, seconds });
    log(`${subject.name}: as many as it can`);
    const full = await watch(subject, driver, { ...load, rate: null, seconds });
    return { steady, full };
  } finally {
    await driver.end();
    await subject.stop();
  }
}

async function connectPairs(subject: Subject, driver: Driver, count: number): Promise<Pair[]> {
  const isRoost = subject.name === 'roost';
  const people = isRoost ? await makePeople(subject, count * 2) : inventPeople(count * 2);
  await driver.send('connect', { address: subject.address, people });
  if (isRoost) return makePairs(subject, people);
  return Array.from({ length: count }, (_, n) => ({
    one: people[n * 2]!,
    other: people[n * 2 + 1]!,
    conversationId: '',
  }));
}

async function watch(
  { pid, name }: Subject,
  driver: Driver,
  load: { pairs: Pair[]; rate: number | null; seconds: number },
): Promise<Measured> {
  const before = usageOf(pid);
  const { cpu: driverBefore } = await driver.send('usage', {});
  const conversed = await driver.send('converse', load);
  const cpu = minus(usageOf(pid), before);
  const { cpu: driverAfter } = await driver.send('usage', {});
  if (conversed.delivered < conversed.sent)
    throw new Error(
      `${name} delivered ${conversed.delivered} of ${conversed.sent}, and refused ${conversed.refused}`,
    );
  return { ...conversed, cpu, driver: driverAfter - driverBefore };
}

function find(sizes: Sizes, roost: Result, floor: Result): Finding {
  const [s, t] = [roost.steady, floor.steady];
  const [m, n] = [roost.full, floor.full];
  const late = (measured: Measured, share: number) => percentile(measured.latencies, share);
  const rate = `at ${sizeOf(sizes, 'rate')} a second`;
  const ms = 'ms';
  return {
    what: `${s.sent} messages of ${sizeOf(sizes, 'pairs')} pairs ${rate}, then each as soon as the last was delivered`,
    rows: [
      {
        measure: `processor per message ${rate}`,
        unit: ms,
        roost: perMessage(s),
        floor: perMessage(t),
        server: s.cpu.own / s.delivered,
        database: s.cpu.below / s.delivered,
        aim: '≤ 0.8',
      },
      {
        measure: `sent → delivered ${rate}, p50`,
        byClock: true,
        unit: ms,
        roost: late(s, 0.5),
        floor: late(t, 0.5),
      },
      {
        measure: `sent → delivered ${rate}, p99`,
        byClock: true,
        unit: ms,
        roost: late(s, 0.99),
        floor: late(t, 0.99),
        aim: '≤ 20',
      },
      {
        measure: 'most, messages',
        byClock: true,
        unit: 'a second',
        roost: perSecond(m),
        floor: perSecond(n),
        aim: '≥ 2000',
      },
      {
        measure: 'most, messages of a processor',
        unit: 'a second',
        roost: 1_000 / perMessage(m),
        floor: 1_000 / perMessage(n),
      },
      {
        measure: 'most, sent → delivered p99',
        byClock: true,
        unit: ms,
        roost: late(m, 0.99),
        floor: late(n, 0.99),
      },
    ],
    remarks: [
      `Making the load took ${(s.driver / s.delivered).toFixed(2)} ms of processor a message beside Roost, ${(t.driver / t.delivered).toFixed(2)} beside the floor, on the same cores.`,
      'Only ratios within one run say something; see bench/README.md.',
    ],
  };
}

function perMessage({ cpu, delivered }: Measured): number {
  return (cpu.own + cpu.below) / delivered;
}

function perSecond({ delivered, seconds }: Measured): number {
  return delivered / seconds;
}
