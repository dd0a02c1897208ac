import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openConversation } from '@roost/contract/chat';
import { createPost } from '@roost/contract/posts';
import { openDatabase, type Database } from '../../server/src/platform/database/client.ts';
import { addJob } from '../../server/src/platform/jobs/add-job.ts';
import { sweepOrphansJob } from '../../server/src/media/media.jobs.ts';
import { sweepJob } from '../../server/src/jobs.ts';
import { corrupt } from './corrupt.ts';
import { count } from './count.ts';
import type { RunOptions } from './fault.ts';
import { Load, type LoadOptions } from './load.ts';
import type { Outcome } from './outcome.ts';
import { signInPeople, type Person } from './people.ts';
import { send } from './requests.ts';
import type { Site } from './site.ts';

const PEOPLE = 40;
/** The site must work again within this time after a fault. */
const RECOVERY_TIMEOUT_MS = 180_000;
/** Due jobs must have run within this time after the load. */
const JOBS_TIMEOUT_MS = 180_000;

export interface FaultResult {
  /** The moment from which the recovery counts, by `performance.now()`. */
  since: number;
  /** Resolves when what broke has been repaired. The load goes on until then. */
  repaired?: Promise<unknown>;
}

export interface Injection<OfSite extends Site> {
  site: OfSite;
  given: RunOptions;
  inject: (load: Load) => Promise<FaultResult>;
  /** The size counts requests, not writes, and `inject` lasts until they are done. */
  isByRequests?: boolean;
  load?: Partial<LoadOptions>;
  /** Further checks right after the load. Each string is a finding. */
  check?: (load: Load) => Promise<string[]>;
}

/** Runs the load, injects the fault after a third of its writes, waits until all are done, and counts what is stored. */
export async function underLoad<OfSite extends Site>({
  site,
  given,
  inject,
  load: options = {},
  isByRequests = false,
  check = async () => [],
}: Injection<OfSite>): Promise<Outcome> {
  const { people, conversations } = await withDatabase(site, async (db) => createPeople(site, db));
  const [probe, ...writers] = people as [Person, ...Person[]];
  const load = new Load({
    seed: given.seed,
    addresses: () => site.addresses(),
    socketAddress: site.addresses()[0] ?? '',
    people: writers.slice(1),
    conversations,
    ...options,
  });
  try {
    await load.start();
    await load.acknowledged(given.size / (isByRequests ? 100 : 3));
    const { since, repaired } = await inject(load);
    const recoverySeconds = await recovery(site, probe, since);
    await repaired;
    const findings: string[] = [];
    if (recoverySeconds === null) findings.push('it did not work again');
    if (!isByRequests)
      await load.acknowledged(Math.max(given.size, load.ledger.acknowledged + given.size / 10));
    await load.stop();
    findings.push(...(await check(load)));
    return await withDatabase(site, async (db) => {
      await addJob({ db, traces: null }, sweepJob, {});
      findings.push(...(await jobsDone(db)));
      await site.ageFiles();
      await addJob({ db, traces: null }, sweepOrphansJob, {});
      findings.push(...(await jobsDone(db)));
      if (given.isProof) await corrupt(db, load, async (id) => site.removeFiles(id));
      const found = await count({ db, load, readStore: async () => site.readStore() });
      findings.push(...found.findings, ...new Set(load.ledger.strange));
      const { acknowledged, answered, unavailable } = load.ledger;
      const remarks = [...load.remarks, `${answered} answers, ${unavailable} times 503`];
      return { counts: found.counts, writes: acknowledged, recoverySeconds, findings, remarks };
    });
  } finally {
    load.close();
  }
}

/** Signs in the people of the load, and opens a conversation for each two of them. */
async function createPeople(site: Site, db: Database) {
  const people = await signInPeople(db, PEOPLE + 2, 'fault');
  // The probe and its neighbour write nothing else.
  const writers = people.slice(2);
  const conversations: string[] = [];
  for (let n = 0; n < writers.length; n += 2) {
    const params = { userId: writers.at(n + 1)!.id };
    const reply = await send(site.addresses()[0] ?? '', writers.at(n)!, openConversation, {
      params,
    });
    if (reply?.status !== 200) throw new Error(`No conversation: ${JSON.stringify(reply)}`);
    conversations.push((reply.body as { data: { _id: string } }).data._id);
  }
  return { people, conversations };
}

/** Seconds from `since` until a write works at every address. Null if that takes too long. */
async function recovery(site: Site, probe: Person, since: number): Promise<number | null> {
  const works = async (address: string) => {
    const input = { body: { content: 'The site works again.' } };
    const reply = await send(address, probe, createPost, input, AbortSignal.timeout(5_000));
    return reply?.status === 201;
  };
  while (performance.now() - since < RECOVERY_TIMEOUT_MS) {
    const answers = await Promise.all(site.addresses().map(works));
    if (answers.every(Boolean)) return (performance.now() - since) / 1_000;
    await wait(20);
  }
  return null;
}

/** Waits until no job is due and none is locked. Returns those that stay. */
async function jobsDone(db: Database): Promise<string[]> {
  for (const deadline = Date.now() + JOBS_TIMEOUT_MS; ; await wait(100)) {
    const { rows } = await sql<{ task: string }>`
      select task_identifier || case when locked_at is null then ' waits' else ' is locked' end as task
      from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`.execute(db);
    if (rows.length === 0) return [];
    if (Date.now() > deadline) return rows.map(({ task }) => `the job ${task}`);
  }
}

async function withDatabase<T>(site: Site, work: (db: Database) => Promise<T>): Promise<T> {
  const url = site.databaseUrl();
  const db = openDatabase({ url, preparedStatements: false, size: 2, onError: () => {} });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
