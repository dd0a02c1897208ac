import { wallClock } from '../wall-clock.ts';
import { offlineDatabase } from './offline-database.ts';

/** 100 answers of at most 500,000 bytes are 50 MB. */
const MAX_ANSWERS = 100;
/** Browsers store a character in one or two bytes. */
const MAX_CHARACTERS = 250_000;
const MAX_AGE_MS = 7 * 86_400_000;

/** The signature of a media address is for one person and half an hour. It is never stored. */
const SIGNATURE = /(\/media\/[^"?\s]+)\?e=\d+&s=[\w-]+/g;

export const withoutSignatures = (json: string): string => json.replaceAll(SIGNATURE, '$1');

const idOf = (owner: string, hash: string) => `${owner} ${hash}`;

/** Returns an answer that was stored for this person. Undefined if there is none, or if it is too old. */
export async function readAnswer(
  owner: string,
  hash: string,
): Promise<{ data: unknown; at: number } | undefined> {
  try {
    const stored = await (await offlineDatabase.openKnown())?.get('answers', idOf(owner, hash));
    if (!stored || wallClock() - stored.at > MAX_AGE_MS) return undefined;
    return { data: JSON.parse(stored.json), at: stored.at };
  } catch {
    // Without storage the app works as it does without a service worker.
    return undefined;
  }
}

interface Answer {
  hash: string;
  data: unknown;
  at: number;
}

/** Stores the newest answers of this person. `mayWrite` is asked last, because the session can end in another tab. */
export async function writeAnswers(
  owner: string,
  answers: readonly Answer[],
  mayWrite: () => boolean,
): Promise<void> {
  const rows = answers
    .map(({ hash, data, at }) => {
      const json = withoutSignatures(JSON.stringify(data));
      return { id: idOf(owner, hash), json, at };
    })
    .filter(({ json }) => json.length <= MAX_CHARACTERS);
  const database = await offlineDatabase.open();
  if (!mayWrite()) return;
  const { store, done } = database.transaction('answers', 'readwrite');
  for (const row of rows) void store.put(row);
  let excess = (await store.count()) - MAX_ANSWERS;
  const oldest = wallClock() - MAX_AGE_MS;
  let cursor = await store.index('at').openCursor();
  for (; cursor && (excess > 0 || cursor.value.at < oldest); cursor = await cursor.continue()) {
    await cursor.delete();
    excess -= 1;
  }
  await done;
}

export async function dropAnswer(owner: string, hash: string): Promise<void> {
  await (await offlineDatabase.openKnown())?.delete('answers', idOf(owner, hash));
}

/** Deletes the answers of everybody but this person. Without an owner, deletes all. */
export async function eraseAnswers(except: string | undefined): Promise<void> {
  const database = await offlineDatabase.openKnown();
  if (!database) return undefined;
  if (except === undefined) return database.clear('answers');
  const { store, done } = database.transaction('answers', 'readwrite');
  await store.delete(IDBKeyRange.upperBound(idOf(except, ''), true));
  await store.delete(IDBKeyRange.lowerBound(idOf(except, '\uFFFF')));
  return done;
}
