import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sizeOf, type Benchmark, type Finding, type Sizes } from './benchmark.ts';
import type { Conversed } from './load/orders.ts';
import { Driver } from './load/start-driver.ts';
import type { Pair } from './member.ts';
import { inventPeople, makePairs, makePeople } from './people.ts';
import { percentile } from './percentiles.ts';
import { minus, usageOf, type Usage } from './processes.ts';
import { startSocketFloor, startRoost, type Subject } from './subject.ts';

export interface Measured extends Conversed {
  cpu: Usage;
  /** Milliseconds of processor time of the load driver. */
  driver: number;
  /** SQL statements of all messages. */
  statements: number;
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
  const chat = await openChat(start, sizes, log);
  const [rate, seconds] = [sizeOf(sizes, 'rate'), sizeOf(sizes, 'seconds')];
  try {
    log(`${chat.subject.name}: ${rate} a second`);
    const steady = await watch(chat, rate, seconds);
    log(`${chat.subject.name}: as many as it can`);
    const full = await watch(chat, null, seconds);
    await profile(chat, rate, seconds);
    return { steady, full };
  } finally {
    await chat.close();
  }
}

/** A server with pairs of people who write to each other. */
export interface Chat {
  subject: Subject;
  driver: Driver;
  pairs: Pair[];
  close(): Promise<void>;
}

/** Starts a server, connects the pairs, and lets them write for a while, which warms up the code. */
export async function openChat(
  start: () => Promise<Subject>,
  sizes: Sizes,
  log: (line: string) => void,
): Promise<Chat> {
  const subject = await start();
  const driver = new Driver();
  const close = async () => {
    await driver.end();
    await subject.stop();
  };
  try {
    const pairs = await connectPairs(subject, driver, sizeOf(sizes, 'pairs'));
    log(`${subject.name}: ${pairs.length} pairs, warming up`);
    const [rate, seconds] = [sizeOf(sizes, 'rate'), sizeOf(sizes, 'warmup')];
    await driver.send('converse', { pairs, rate, seconds });
    // Waits for the consequences of connecting, such as presence events, which are not messages.
    await wait(1_000);
    // Flushes earlier writes, because a busy disk can delay a commit by a second.
    execFileSync('sync');
    return { subject, driver, pairs, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** With `BENCH_PROFILE`, writes the server's CPU profile of one more run, which does not count. */
async function profile(chat: Chat, rate: number, seconds: number): Promise<void> {
  const folder = process.env['BENCH_PROFILE'];
  const { subject } = chat;
  if (!folder || subject.name === 'floor') return;
  await mkdir(folder, { recursive: true });
  await subject.send('beginProfile', {});
  await watch(chat, rate, seconds);
  await subject.send('endProfile', { file: join(folder, 'messages.cpuprofile') });
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

/** Lets the pairs write, at a rate or as fast as messages are delivered. Throws if a message is missing. */
export async function watch(
  { subject, driver, pairs }: Chat,
  rate: number | null,
  seconds: number,
): Promise<Measured> {
  const { pid, name } = subject;
  const statementsBefore = await subject.send('statements', {});
  const before = usageOf(pid);
  const { cpu: driverBefore } = await driver.send('usage', {});
  const conversed = await driver.send('converse', { pairs, rate, seconds });
  const cpu = minus(usageOf(pid), before);
  const { cpu: driverAfter } = await driver.send('usage', {});
  const statements = (await subject.send('statements', {})) - statementsBefore;
  if (conversed.delivered < conversed.sent)
    throw new Error(
      `${name} delivered ${conversed.delivered} of ${conversed.sent}, and refused ${conversed.refused}`,
    );
  return { ...conversed, cpu, driver: driverAfter - driverBefore, statements };
}

function find(sizes: Sizes, roost: Result, floor: Result): Finding {
  const [s, t] = [roost.steady, floor.steady];
  const [m, n] = [roost.full, floor.full];
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
        statements: s.statements / s.delivered,
        aim: '≤ 1',
      },
      {
        measure: `sent → delivered ${rate}, p50`,
        byClock: true,
        unit: ms,
        roost: latency(s, 0.5),
        floor: latency(t, 0.5),
      },
      {
        measure: `sent → delivered ${rate}, p99`,
        byClock: true,
        unit: ms,
        roost: latency(s, 0.99),
        floor: latency(t, 0.99),
        aim: '≤ 15',
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
        measure: 'messages a second per processor, at full load',
        unit: '',
        roost: 1_000 / perMessage(m),
        floor: 1_000 / perMessage(n),
      },
      {
        measure: 'most, sent → delivered p99',
        byClock: true,
        unit: ms,
        roost: latency(m, 0.99),
        floor: latency(n, 0.99),
      },
    ],
    remarks: [
      `Making the load took ${(s.driver / s.delivered).toFixed(2)} ms of processor a message beside Roost, ${(t.driver / t.delivered).toFixed(2)} beside the floor, on the same cores.`,
      'Only ratios within one run say something; see bench/README.md.',
    ],
  };
}

/** Milliseconds within which this share of the messages was delivered. */
export function latency({ latencies }: Measured, share: number): number {
  return percentile(latencies, share);
}

export function perMessage({ cpu, delivered }: Measured): number {
  return (cpu.own + cpu.below) / delivered;
}

export function perSecond({ delivered, seconds }: Measured): number {
  return delivered / seconds;
}
