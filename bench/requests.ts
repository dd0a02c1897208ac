import { setTimeout as wait } from 'node:timers/promises';
import { sizeOf, type Benchmark, type Row, type Sizes } from './benchmark.ts';
import { NETWORK, networkOf } from './dataset/network.ts';
import { openGround, type Ground } from './http/ground.ts';
import { measureKind } from './http/measure-kind.ts';
import { reads } from './http/reads.ts';
import type { RequestKind } from './http/request-kind.ts';
import { searches } from './http/searches.ts';
import { writes } from './http/writes.ts';
import { memoryOf, mostMemoryOf } from './processes.ts';
import { collect } from './subject.ts';

export const kinds: Record<string, RequestKind> = { ...reads, ...writes, ...searches };

const sizes: Sizes = { ...NETWORK, clients: 32, rounds: 3, seconds: 2, least: 200 };

/** Measures the cost of each kind of request, and the server's memory. */
export const requests: Benchmark = benchmarkOf(kinds, true);

/** Measures one kind of request. */
export function requestsOf(name: string): Benchmark {
  const kind = kinds[name];
  if (!kind) throw new Error(`no kind ${name}`);
  return benchmarkOf({ [name]: kind }, false);
}

function benchmarkOf(asked: Record<string, RequestKind>, withProcess: boolean): Benchmark {
  return {
    sizes,
    async run(given, log) {
      const network = networkOf(given);
      const ground = await openGround(network, log);
      try {
        const idle = withProcess ? await measureIdle(ground) : [];
        const rows: Row[] = [];
        const failed: string[] = [];
        for (const [name, kind] of Object.entries(asked)) {
          log(kind.measure);
          const effort = {
            clients: sizeOf(given, 'clients'),
            rounds: sizeOf(given, 'rounds'),
            seconds: sizeOf(given, 'seconds'),
            least: sizeOf(given, 'least'),
          };
          try {
            rows.push(await measureKind(ground, name, kind, effort));
          } catch (error) {
            // A failed kind does not invalidate the others.
            failed.push(
              `${kind.measure}: ${error instanceof Error ? error.message : String(error)}`,
            );
          }
        }
        return {
          what: `processor per request, ${sizeOf(given, 'clients')} clients, ${network.people} people, ${network.posts} posts`,
          rows: [...rows, ...idle, ...(withProcess ? await measureAfterwards(ground) : [])],
          failed,
          remarks: [
            `Medians of ${sizeOf(given, 'rounds')} rounds of ${sizeOf(given, 'seconds')} s; the floor is measured after each.`,
          ],
        };
      } finally {
        await ground.close();
      }
    },
  };
}

async function measureIdle({ roost, floor }: Ground): Promise<Row[]> {
  await wait(3_000);
  return [
    {
      measure: 'warm start',
      byClock: true,
      unit: 's',
      aim: '≤ 2',
      roost: roost.startedWithin,
      floor: floor.startedWithin,
    },
    {
      measure: 'memory of the server, idle',
      unit: 'MB',
      aim: '≤ 150',
      roost: memoryOf(roost.pid).own / 1_024,
      floor: memoryOf(floor.pid).own / 1_024,
    },
  ];
}

async function measureAfterwards({ roost, floor }: Ground): Promise<Row[]> {
  const most: Row = {
    measure: 'memory of the server, at most',
    unit: 'MB',
    aim: '≤ 250',
    roost: mostMemoryOf(roost.pid) / 1_024,
    floor: mostMemoryOf(floor.pid) / 1_024,
  };
  for (const subject of [roost, floor]) await collect(subject);
  return [
    most,
    {
      measure: 'memory of the server, afterwards, collected',
      unit: 'MB',
      roost: memoryOf(roost.pid).own / 1_024,
      floor: memoryOf(floor.pid).own / 1_024,
    },
  ];
}
