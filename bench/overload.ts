import { execFileSync } from 'node:child_process';
import { Agent } from 'node:http';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Chance } from '../tools/seed/chance.ts';
import { sizeOf, type Benchmark } from './benchmark.ts';
import { answerTo, closedLoop, openLoop, type Answered, type Ask } from './load/open-loop.ts';
import type { Member } from './member.ts';
import { makePeople } from './people.ts';
import { percentile } from './percentiles.ts';
import { memoryOf } from './processes.ts';
import { startRoost, type Subject } from './subject.ts';

/** An answer that takes longer helps nobody. */
const USEFUL_MS = 2_000;
/** Milliseconds between two looks at health and sign-in. */
const PROBE_MS = 250;
const SEED = 2_718;
const POSTS = 300;
const PASSWORD = 'a long enough passphrase';

/**
 * Holds server and database to one core. Measures how many requests they answer, then sends a multiple of that without waiting for
 * answers. Meanwhile somebody signs in and asks for the server's health.
 */
export const overload: Benchmark = {
  sizes: { people: 500, clients: 16, seconds: 10, times: 3 },
  async run(sizes, log) {
    if (availableParallelism() < 2) throw new Error('The load needs a core of its own.');
    holdTo(0);
    const subject = await startRoost().finally(() => holdTo(1));
    try {
      const people = await makePeople(subject, sizeOf(sizes, 'people'));
      await register(subject);
      const next = mixOf(people, await fill(subject, people));
      const seconds = sizeOf(sizes, 'seconds');
      const clients = sizeOf(sizes, 'clients');
      await closedLoop(subject.address, { clients, seconds: seconds / 2, next });
      const measureCapacity = async () => {
        const answers = await closedLoop(subject.address, { clients, seconds, next });
        assertOk(answers);
        log(`capacity: ${Math.round(answers.length / seconds)} requests a second`);
        return answers.length / seconds;
      };
      const before = await measureCapacity();
      const rate = Math.round(before * sizeOf(sizes, 'times'));
      const probes = watch(subject);
      const answers = await openLoop(subject.address, { rate, seconds, next });
      const { health, signIns } = await probes.end();
      // The machine may have got slower or faster meanwhile.
      const capacity = (before + (await measureCapacity())) / 2;
      const memory = memoryOf(subject.pid);
      return reportOf({
        capacity,
        seconds,
        rate,
        answers,
        health,
        signIns,
        serverMB: memory.own / 1_024,
      });
    } finally {
      await subject.stop();
      // To all cores, for the next benchmark.
      execFileSync('taskset', ['-acp', `0-${availableParallelism() - 1}`, String(process.pid)], {
        stdio: 'ignore',
      });
    }
  },
};

interface Measured {
  capacity: number;
  seconds: number;
  rate: number;
  answers: Answered[];
  health: Answered[];
  signIns: Answered[];
  serverMB: number;
}

function reportOf({ capacity, seconds, rate, answers, health, signIns, serverMB }: Measured) {
  const useful = answers.filter(({ status, took }) => isOk(status) && took <= USEFUL_MS);
  const refused = answers.filter(({ status }) => status === 503);
  const other = answers.filter(({ status }) => !isOk(status) && status !== 503);
  const goodput = useful.length / seconds / capacity;
  const row = (measure: string, unit: string, roost: number, aim?: string) => ({
    measure,
    unit,
    roost,
    ...(unit === 'ms' && { byClock: true as const }),
    ...(aim !== undefined && { aim }),
  });
  const times = (of: Answered[]) => of.map(({ took }) => took);
  const failed = (of: Answered[]) => of.filter(({ status }) => !isOk(status)).length;
  return {
    what: `${rate} requests a second to a server and database on one core, which answer ${Math.round(capacity)}`,
    rows: [
      row('answers in time, to those without overload', '×', goodput, '≥ 0.8'),
      row('answers in time, p50', 'ms', percentile(times(useful), 0.5)),
      row('answers in time, p99', 'ms', percentile(times(useful), 0.99)),
      row('503, p50', 'ms', percentile(times(refused), 0.5)),
      row('503, p99', 'ms', percentile(times(refused), 0.99), '≤ 500'),
      row('health, p99', 'ms', percentile(times(health), 0.99), '≤ 1,000'),
      row('sign-in, p99', 'ms', percentile(times(signIns), 0.99), '≤ 3,000'),
    ],
    remarks: [
      `${answers.length} requests: ${useful.length} in time, ${refused.length} refused, ${other.length} without a useful answer, ${answers.length - useful.length - refused.length - other.length} too late.`,
      `Health: ${failed(health)} of ${health.length} failed. Sign-ins: ${failed(signIns)} of ${signIns.length} failed.`,
      `The server has ${Math.round(serverMB)} MB.`,
    ],
  };
}

const isOk = (status: number) => status >= 200 && status < 300;

function assertOk(answers: Answered[]): void {
  const wrong = answers.find(({ status }) => !isOk(status));
  if (wrong) throw new Error(`Without overload, a request got ${wrong.status}.`);
}

/** Holds this process to one core, with all its threads. Its later children stay there, too. */
function holdTo(core: number): void {
  execFileSync('taskset', ['-acp', String(core), String(process.pid)], { stdio: 'ignore' });
}

async function register({ address }: Subject): Promise<void> {
  const json = {
    username: 'signer',
    email: 'signer@example.org',
    fullName: 'S',
    password: PASSWORD,
  };
  const agent = new Agent();
  const status = await answerTo(agent, address, {
    method: 'POST',
    path: '/api/auth/register',
    json,
  });
  if (!isOk(status)) throw new Error(`Nobody can register: ${status}.`);
}

/** Publishes posts to read and like. Returns their ids. */
async function fill({ address }: Subject, people: Member[]): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < POSTS; n += 1) {
    const body = new FormData();
    body.append(
      'content',
      `Number ${n} of what many read, with some more words of the usual length`,
    );
    const headers = { Cookie: people[n % people.length]!.cookie };
    const answer = await fetch(`${address}/api/posts/createpost`, {
      method: 'POST',
      body,
      headers,
    });
    ids.push(((await answer.json()) as { data: { _id: string } }).data._id);
  }
  return ids;
}

/** Mostly reads, as on a real site. */
function mixOf(people: Member[], posts: string[]): () => Ask {
  const chance = new Chance(SEED);
  return () => {
    const { cookie } = chance.pick(people);
    const drawn = chance.next();
    const of = (method: Ask['method'], path: string): Ask => ({ method, path, cookie });
    if (drawn < 0.45) return of('GET', '/api/posts/feed');
    if (drawn < 0.65) return of('GET', `/api/posts/${chance.pick(posts)}`);
    if (drawn < 0.75) return of('GET', '/api/notifications');
    if (drawn < 0.9) return of('POST', `/api/posts/${chance.pick(posts)}/like`);
    return { ...of('POST', '/api/posts/createpost'), form: { content: `A post ${drawn}` } };
  };
}

/** Asks for health and signs in, again and again. */
function watch({ address }: Subject) {
  const ending = new AbortController();
  const agent = new Agent({ keepAlive: true });
  const again = async (ask: Ask) => {
    const answers: Answered[] = [];
    while (!ending.signal.aborted) {
      const began = performance.now();
      const status = await answerTo(agent, address, ask);
      answers.push({ status, took: performance.now() - began });
      await wait(PROBE_MS);
    }
    return answers;
  };
  const json = { email: 'signer', password: PASSWORD };
  const asking = Promise.all([
    again({ method: 'GET', path: '/ready' }),
    again({ method: 'POST', path: '/api/auth/login', json }),
  ]);
  return {
    async end() {
      ending.abort();
      const [health, signIns] = await asking;
      agent.destroy();
      return { health, signIns };
    },
  };
}
