import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { sizeOf, type Benchmark } from './benchmark.ts';
import { Driver } from './load/start-driver.ts';
import { inventPeople, makePeople } from './people.ts';
import { memoryOf, minus, type Usage } from './processes.ts';
import { collect, startSocketFloor, startRoost, type Subject } from './subject.ts';

/** File descriptors that a process needs beside its sockets. */
const OTHER_FILES = 200;

/** Measures the memory of an idle socket. */
export const sockets: Benchmark = {
  sizes: { sockets: 2_000, pause: 5 },
  async run(sizes, log) {
    const most = openFiles() - OTHER_FILES;
    const count = Math.min(sizeOf(sizes, 'sockets'), most);
    const pause = sizeOf(sizes, 'pause');
    const roost = perSocket(await measure(async () => startRoost(), count, pause, log), count);
    const floor = perSocket(await measure(startSocketFloor, count, pause, log), count);
    const sum = (usage: Usage) => usage.own + usage.below;
    return {
      what: `${count} idle sockets, one for each person`,
      rows: [
        {
          measure: 'memory per socket',
          unit: 'kB',
          roost: sum(roost),
          server: roost.own,
          database: roost.below,
          floor: sum(floor),
          aim: '≤ 20',
        },
      ],
      remarks: [
        ...(count < sizeOf(sizes, 'sockets')
          ? [
              `Only ${count}: this system lets a process open ${most + OTHER_FILES} files (ulimit -n).`,
            ]
          : []),
        'Growth of memory in use after collecting garbage, pages that processes share counted once.',
        'Only ratios within one run say something; see bench/README.md.',
      ],
    };
  },
};

async function measure(
  start: () => Promise<Subject>,
  count: number,
  pause: number,
  log: (line: string) => void,
): Promise<Usage> {
  const subject = await start();
  const driver = new Driver();
  try {
    const people =
      subject.name === 'roost' ? await makePeople(subject, count) : inventPeople(count);
    const { address } = subject;
    // The first sockets load code and open database connections, which all later sockets share.
    const first = Math.ceil(count / 10);
    await driver.send('connect', { address, people: people.slice(0, first) });
    const before = await measureMemory(subject, pause);
    log(`${subject.name}: ${count} sockets`);
    await driver.send('connect', { address, people: people.slice(first) });
    const grown = minus(await measureMemory(subject, pause), before);
    const share = count / Math.max(1, count - first);
    return { own: grown.own * share, below: grown.below * share };
  } finally {
    await driver.end();
    await subject.stop();
  }
}

async function measureMemory(subject: Subject, seconds: number): Promise<Usage> {
  await wait(seconds * 1_000);
  await collect(subject);
  return memoryOf(subject.pid);
}

function perSocket({ own, below }: Usage, count: number): Usage {
  return { own: own / count, below: below / count };
}

/** Node raises its soft limit to the hard limit. */
function openFiles(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  return Number(/^Max open files\s+\d+\s+(\d+)/m.exec(limits)?.[1] ?? 1_024);
}
