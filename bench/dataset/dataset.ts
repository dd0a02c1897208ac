import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../../server/src/platform/database/client.ts';
import { startEmbedded } from '../../server/src/platform/database/embedded/embedded.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { SCALE, scaleUp } from '../../tools/seed/scale/scale.ts';
import type { Size } from '../../tools/seed/scale/size.ts';
import { addExtremes } from './extremes.ts';
import { addPictures } from './pictures.ts';
import { addReaders } from './readers.ts';

const run = promisify(execFile);

/** The size of a network. All other numbers are proportional to it. */
export interface DatasetSize {
  people: number;
  posts: number;
  /** Followers of the largest author. Beyond `people`, they are extra accounts that do nothing else. */
  followers: number;
}

/** Raise this number when the content of a network changes. Stored networks with another number are not used. */
const GENERATION = 5;
/** The greatest age of a stored network. In an older one, recent posts are no longer recent. */
const MAX_DATASET_AGE_MS = 3 * 86_400_000;

/** A digest of the schema. Two commits with different schemas use different networks. */
const SCHEMA = digestOf(
  ['migrations', 'functions'].map(
    (folder) => new URL(`../../server/src/platform/database/${folder}/`, import.meta.url),
  ),
);

/** The folder of stored networks. It may be deleted at any time. */
const DATASETS_FOLDER = join(tmpdir(), 'roost-bench-data');

export function datasetFolder({ people, posts, followers }: DatasetSize): string {
  return join(DATASETS_FOLDER, `${GENERATION}-${SCHEMA}-${people}-${posts}-${followers}`);
}

function digestOf(folders: URL[]): string {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const name of readdirSync(folder).toSorted())
      hash.update(name).update(readFileSync(new URL(name, folder)));
  return hash.digest('hex').slice(0, 8);
}

/** Returns the data folder of this network, and makes it if it is absent. Only `copyDataset` may read it. */
export async function keepDataset(size: DatasetSize, log: (line: string) => void): Promise<string> {
  const kept = datasetFolder(size);
  if (!isFresh(kept)) {
    log(`making ${size.people} people and ${size.posts} posts, kept in ${kept}`);
    await make(kept, size, log);
  }
  return kept;
}

/** Makes a temporary folder. If this process dies, the next run deletes it. */
export async function makeRunFolder(): Promise<string> {
  await mkdir(DATASETS_FOLDER, { recursive: true, mode: 0o755 });
  await clearDead();
  return mkdtemp(join(DATASETS_FOLDER, `run-${process.pid}-`));
}

/** Copies a stored network. The caller may change the copy and must delete it. */
export async function copyDataset(kept: string): Promise<string> {
  const copy = await makeRunFolder();
  // Preserves owners, because PostgreSQL requires its own user.
  await run('cp', ['-a', '--reflink=auto', `${kept}/.`, copy]);
  // Flushes the disk here, so that the next start does not wait for it.
  await run('sync', []);
  return copy;
}

function isFresh(kept: string): boolean {
  const made = join(kept, 'made-at');
  return existsSync(made) && Date.now() - Number(readFileSync(made, 'utf8')) < MAX_DATASET_AGE_MS;
}

/** Makes the network in a temporary folder, and renames it when it is complete. */
async function make(kept: string, size: DatasetSize, log: (line: string) => void): Promise<void> {
  await mkdir(DATASETS_FOLDER, { recursive: true, mode: 0o755 });
  await clearOld();
  const draft = await mkdtemp(join(DATASETS_FOLDER, `draft-${process.pid}-`));
  const embedded = await startEmbedded({ folder: draft, durable: false });
  try {
    await migrate(embedded.url);
    await fill(embedded.url, size, log);
  } finally {
    await embedded.stop();
  }
  await writeFile(join(draft, 'made-at'), String(Date.now()));
  await rm(kept, { recursive: true, force: true });
  await rename(draft, kept);
}

/** Deletes expired networks. Keeps other generations for a while, because another working copy may use them. */
async function clearOld(): Promise<void> {
  for (const name of await readdir(DATASETS_FOLDER))
    if (/^\d/.test(name) && !isFresh(join(DATASETS_FOLDER, name))) await clear(name);
}

/** Deletes copies and drafts of interrupted runs. */
async function clearDead(): Promise<void> {
  for (const name of await readdir(DATASETS_FOLDER)) {
    const [, pid] = /^(?:run|draft)-(\d+)-/.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) await clear(name);
  }
}

async function clear(name: string): Promise<void> {
  await rm(join(DATASETS_FOLDER, name), { recursive: true, force: true });
}

async function fill(url: string, size: DatasetSize, log: (line: string) => void): Promise<void> {
  const db = openDatabase({ url, preparedStatements: false, size: 1, onError: () => {} });
  try {
    await scaleUp(db, new Date(), sizeOf(size), log);
    await addPictures(db);
    await addExtremes(db, size.followers);
    await addReaders(db);
    log('pictures, and people who have or follow many others');
  } finally {
    await db.destroy();
  }
}

/** The proportions of `npm run seed -- --scale`. The number of follows per person stays the same. */
function sizeOf({ people, posts }: DatasetSize): Size {
  const share = (count: number, of: number, now: number) => Math.ceil((count / of) * now);
  return {
    people,
    posts,
    follows: SCALE.follows,
    comments: share(SCALE.comments, SCALE.posts, posts),
    reposts: share(SCALE.reposts, SCALE.posts, posts),
    likes: share(SCALE.likes, SCALE.posts, posts),
    conversations: share(SCALE.conversations, SCALE.people, people),
    messages: share(SCALE.messages, SCALE.posts, posts),
  };
}
