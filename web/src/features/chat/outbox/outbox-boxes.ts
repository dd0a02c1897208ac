import { DRAFT_PREFIX } from '../../../lib/logout.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { parseBox, type Queued } from './outbox-rules.ts';

/**
 * Where tabs keep what they have still to send: each a box of its own in local storage, by the person. A lock says that
 * a box has a tab; it ends with the tab. A reload finds its own box again by the id in session storage; one whose tab
 * is gone is taken over by the next tab that looks. Plain http has no locks: there a tab takes over whatever lies
 * about, and what two tabs then send is one message by its `clientId`.
 */
const PREFIX = 'roost:outbox:';
/** Outlives a session that merely ended, as the box itself does. */
const ID_KEY = `${DRAFT_PREFIX}outbox`;

const prefixOf = (userId: string) => `${PREFIX}${userId}:`;

/** Makes a box this tab's own. */
export async function claimBox(userId: string): Promise<{ boxId: string; items: Queued[] }> {
  const known = storedId();
  // A tab made as a copy of another has its id, too.
  const boxId = known && (await hold(known)) ? known : randomKey();
  if (boxId !== known) await hold(boxId);
  try {
    sessionStorage.setItem(ID_KEY, boxId);
  } catch {
    // After a reload it is another tab's to find.
  }
  return { boxId, items: read(prefixOf(userId) + boxId) };
}

/** Hands over the boxes of this person's that have lost their tabs; `take` tells that it has put it by, then it goes. */
export async function takeOrphans(
  userId: string,
  ownId: string,
  take: (items: Queued[]) => boolean,
): Promise<void> {
  for (const key of keysOf(userId)) {
    const boxId = key.slice(prefixOf(userId).length);
    if (boxId === ownId) continue;
    await whileFree(boxId, () => {
      if (take(read(key))) remove(key);
    });
  }
}

/** Tells whether they are kept: without storage they last as long as the page. */
export function writeBox(userId: string, boxId: string, items: readonly Queued[]): boolean {
  const key = prefixOf(userId) + boxId;
  try {
    if (items.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(items));
    return true;
  } catch {
    return false;
  }
}

export function forgetBoxes(userId: string): void {
  for (const key of keysOf(userId)) remove(key);
}

/** How many messages there are in all of a person's boxes. */
export function countKept(userId: string): number {
  return keysOf(userId).flatMap((key) => read(key)).length;
}

/** The locks this tab has; one session may follow another in it. */
const held = new Set<string>();

function hold(boxId: string): Promise<boolean> {
  if (held.has(boxId) || !hasLocks()) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(PREFIX + boxId, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (!lock) return;
      held.add(boxId);
      // As long as the tab is there.
      await new Promise(() => {});
    });
  });
}

async function whileFree(boxId: string, work: () => void): Promise<void> {
  if (!hasLocks()) return work();
  await navigator.locks.request(PREFIX + boxId, { ifAvailable: true }, (lock) => {
    if (lock) work();
  });
}

/** Typed as if they were always there; they are on secure origins only. */
const hasLocks = () => 'locks' in navigator;

function storedId(): string | null {
  try {
    return sessionStorage.getItem(ID_KEY);
  } catch {
    return null;
  }
}

function keysOf(userId: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(userId)));
  } catch {
    return [];
  }
}

function read(key: string): Queued[] {
  try {
    return parseBox(localStorage.getItem(key));
  } catch {
    return [];
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
