import { sql } from 'kysely';
import type { Context } from '../../server/src/kernel/context.ts';
import type { Database } from '../../server/src/platform/database/client.ts';
import { findDrift } from '../../server/test/support/recount.ts';
import type { Write, WriteKind } from './ledger.ts';
import type { Load } from './load.ts';
import type { Counts } from './outcome.ts';

/** Devices must have heard of everything within this time. */
const DELIVERY_TIMEOUT_MS = 30_000;
/** Findings beyond this number say nothing new. */
const SHOWN = 5;

/** A medium that the store has files of, with the names of these files. */
export type StoredMedia = Map<string, Set<string>>;

export interface Evidence {
  db: Database;
  load: Load;
  readStore: () => Promise<StoredMedia>;
}

/** Compares everything that is stored with the ledger of the load. */
export async function count({ db, load, readStore }: Evidence) {
  const counts: Counts = { lost: 0, duplicated: 0, phantom: 0, drift: 0, orphans: 0 };
  const findings: string[] = [];
  const note = (what: string, names: string[]) => {
    if (names.length > 0) findings.push(`${what}: ${names.slice(0, SHOWN).join('; ')}`);
  };
  for (const kind of ['post', 'comment', 'like', 'follow', 'message', 'upload'] as const) {
    const { lost, duplicated, phantom } = compare(load, kind, await storedNames(db, load, kind));
    counts.lost += lost.length;
    counts.duplicated += duplicated.length;
    counts.phantom += phantom.length;
    note(`lost ${kind}`, lost);
    note(`duplicated ${kind}`, duplicated);
    note(`phantom ${kind}`, phantom);
  }
  const unheard = await findUnheard(db, load);
  counts.lost += unheard.length;
  note('not delivered', unheard);
  await sql`analyze`.execute(db);
  const drift = await findDrift({ db } as Context);
  counts.drift = drift.length;
  note(
    'drift',
    drift.map((each) => JSON.stringify(each)),
  );
  const orphans = await findOrphans(db, await readStore());
  counts.orphans = orphans.length;
  note('orphan', orphans);
  return { counts, findings };
}

function compare(load: Load, kind: WriteKind, stored: string[]) {
  const times = new Map<string, number>();
  for (const name of stored) times.set(name, (times.get(name) ?? 0) + 1);
  const isLost = ({ name }: Write) => !times.has(name);
  const isPhantom = (name: string) => {
    const write = load.ledger.find(kind, name);
    return !write || write.state === 'refused';
  };
  return {
    lost: load.ledger
      .of(kind)
      .filter(isLost)
      .map(({ name }) => name),
    duplicated: [...times].filter(([, number]) => number > 1).map(([name]) => name),
    phantom: [...times.keys()].filter(isPhantom),
  };
}

/** The names of stored writes, as the ledger knows them. */
async function storedNames(db: Database, load: Load, kind: WriteKind): Promise<string[]> {
  const ours = `${load.label} %`;
  const of = {
    post: sql`select content as name from posts where content like ${ours} and parent_id is null`,
    comment: sql`select content as name from posts where content like ${ours} and parent_id is not null`,
    like: sql`select user_id || ' ' || post_id as name from likes`,
    follow: sql`select follower_id || ' ' || followee_id as name from follows`,
    message: sql`select content as name from messages where content like ${ours}`,
    upload: sql`select alt as name from media where alt like ${ours}`,
  };
  const { rows } = await (of[kind] as ReturnType<typeof sql<{ name: string }>>).execute(db);
  return rows.map(({ name }) => name);
}

/** Messages that a device has not heard of, although it had time to catch up. Also what the devices heard wrongly. */
async function findUnheard(db: Database, load: Load): Promise<string[]> {
  const { rows } = await sql<{ id: string; conversation: string; content: string }>`
    select id, conversation_id as conversation, content from messages
    where content like ${`${load.label} %`}`.execute(db);
  const missing = () =>
    load.devices.flatMap(({ device, pair }) => {
      const shown = new Set(device.shown.map(({ _id }) => _id));
      return rows
        .filter(
          ({ id, conversation }) => conversation === load.conversationOf(pair) && !shown.has(id),
        )
        .map(({ content }) => content);
    });
  for (const deadline = Date.now() + DELIVERY_TIMEOUT_MS; Date.now() < deadline;) {
    if (missing().length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const wrong = load.devices.flatMap(({ device }) =>
    // While the server has no database it refuses, and the device sends again.
    device.findings.filter((finding) => !/"code":"unavailable"/.test(finding)),
  );
  return [...missing(), ...wrong];
}

async function findOrphans(db: Database, stored: StoredMedia): Promise<string[]> {
  const { rows } = await sql<{ id: string; names: string[] }>`
    select id, array(select file ->> 'name' from jsonb_array_elements(files) as file) as names
    from media`.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  return [
    ...[...stored.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `files of ${id}, without a row`),
    ...rows
      .filter(({ id, names }) => !names.every((name) => stored.get(id)?.has(name)))
      .map(({ id }) => `the row ${id}, without all of its files`),
  ];
}
