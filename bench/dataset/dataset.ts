import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../../server/src/db/client.ts';
import { startEmbedded } from '../../server/src/db/embedded.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { SCALE, scaleUp } from '../../tools/seed/scale/scale.ts';
import type { Size } from '../../tools/seed/scale/size.ts';
import { addExtremes } from './extremes.ts';
import { addPictures } from './pictures.ts';
import { addReaders } from './readers.ts';

const run = promisify(execFile);

/** How large a network; everything else is in proportion. */
export interface DatasetSize {
  people: number;
  posts: number;
  /** Of the author with the most followers; beyond `people`, by others who do nothing else. */
  followers: number;
}

/** To be raised when what is made changes, so that what was kept is made anew. */
const GENERATION = 4;
/** Milliseconds after which a network is made anew: what was lately is no longer so. */
const LONGEST_KEPT = 3 * 86_400_000;

/** Where networks are kept from run to run; may be deleted at any time. */
const KEPT = join(tmpdir(), 'roost-bench-data');

export function keptIn({ people, posts, followers }: DatasetSize): string {
  return join(KEPT, `${GENERATION}-${people}-${posts}-${followers}`);
}

/** A data folder with this network, a copy that whoever asked may change and has to delete. */
export async function copyDataset(
  size: DatasetSize,
  tell: (line: string) => void,
): Promise<string> {
  const kept = keptIn(size);
  if (!isFresh(kept)) {
    tell(`making ${size.people} people and ${size.posts} posts, kept in ${kept}`);
    await make(kept, size, tell);
  }
  await clearDead();
  const copy = await mkdtemp(join(KEPT, `run-${process.pid}-`));
  // Owners, too: PostgreSQL insists on its own.
  await run('cp', ['-a', '--reflink=auto', `${kept}/.`, copy]);
  // Or whatever starts next waits for all of it to be written.
  await run('sync', []);
  return copy;
}

function isFresh(kept: string): boolean {
  const made = join(kept, 'made-at');
  return existsSync(made) && Date.now() - Number(readFileSync(made, 'utf8')) < LONGEST_KEPT;
}

/** Appears under its name only when whole. */
async function make(kept: string, size: DatasetSize, tell: (line: string) => void): Promise<void> {
  await mkdir(KEPT, { recursive: true, mode: 0o755 });
  await clearOld();
  const draft = await mkdtemp(join(KEPT, `draft-${process.pid}-`));
  const embedded = await startEmbedded({ folder: draft, durable: false });
  try {
    await migrate(embedded.url);
    await fill(embedded.url, size, tell);
  } finally {
    await embedded.stop();
  }
  await writeFile(join(draft, 'made-at'), String(Date.now()));
  await rm(kept, { recursive: true, force: true });
  await rename(draft, kept);
}

/** Networks that nothing is measured in any more; of other generations, too, which another working copy may still want. */
async function clearOld(): Promise<void> {
  for (const name of await readdir(KEPT))
    if (/^\d/.test(name) && !isFresh(join(KEPT, name))) await clear(name);
}

/** Copies and drafts of runs that were cut off. */
async function clearDead(): Promise<void> {
  for (const name of await readdir(KEPT)) {
    const [, pid] = /^(?:run|draft)-(\d+)-/.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) await clear(name);
  }
}

async function clear(name: string): Promise<void> {
  await rm(join(KEPT, name), { recursive: true, force: true });
}

async function fill(url: string, size: DatasetSize, tell: (line: string) => void): Promise<void> {
  const db = openDatabase({ url, preparedStatements: false, size: 1, onError: () => {} });
  try {
    await scaleUp(db, new Date(), sizeOf(size), tell);
    await addPictures(db);
    await addExtremes(db, size.followers);
    await addReaders(db);
    tell('pictures, and those with many followed and followers');
  } finally {
    await db.destroy();
  }
}

/** As `npm run seed -- --scale` has it, in proportion; how many each person follows stays. */
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
