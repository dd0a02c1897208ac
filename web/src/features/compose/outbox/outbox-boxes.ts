import { DRAFT_PREFIX } from '../../../lib/logout.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { storedJson, storedKeys, storedText } from '../../../lib/storage.ts';
import { filesIn } from '../attachments/attachments.ts';
import { storedForm, parseBox, type OutboxItem } from './outbox-rules.ts';

/**
 * Each tab stores its outbox in its own box in local storage. The key has the person's id and the box id. While
 * a tab lives, it holds a lock for its box. After a reload, the tab finds its box by the id in session storage. Other
 * tabs take over boxes without a tab. Plain HTTP has no locks, so there a tab may take over the box of a living tab. If
 * both send an item, the server stores it once because of its `clientId`.
 */
const PREFIX = 'roost:outbox:';
/**
 * Like the box, this key survives an expired session. A logout by choice removes it. Without it, this tab cannot find its
 * box after a reload. Another tab or the next load takes the box over.
 */
const storedId = storedText('sessionStorage', `${DRAFT_PREFIX}outbox`);

const prefixOf = (userId: string) => `${PREFIX}${userId}:`;
const keysOf = (userId: string) => storedKeys('localStorage', prefixOf(userId));
const boxAt = (key: string) => storedJson('localStorage', key, parseBox);
const readBox = (key: string): OutboxItem[] => boxAt(key).read() ?? [];

/** Claims this tab's box and returns its items. */
export async function claimBox(userId: string): Promise<{ boxId: string; items: OutboxItem[] }> {
  const known = storedId.read();
  // A duplicated tab copies the box id, but the original tab holds the lock.
  const boxId = known && (await hold(known)) ? known : randomKey();
  if (boxId !== known) await hold(boxId);
  storedId.write(boxId);
  return { boxId, items: readBox(prefixOf(userId) + boxId) };
}

/** Passes the person's boxes without a tab to `take`. Deletes a box if `take` returns that it has stored the items. */
export async function claimOrphans(
  userId: string,
  ownId: string,
  take: (items: OutboxItem[]) => boolean,
): Promise<void> {
  for (const key of keysOf(userId)) {
    const boxId = key.slice(prefixOf(userId).length);
    if (boxId === ownId) continue;
    await whileFree(boxId, () => {
      const found = readBox(key);
      // Without locks, the tab that has the files may still be open. Leave it items with files to upload.
      const left = hasLocks() ? [] : found.filter(({ filesLeft }) => filesLeft);
      if (take(found.filter((item) => !left.includes(item)))) writeBox(userId, boxId, left);
    });
  }
}

/** Returns whether the items were stored. Without storage, they are lost when the page closes. */
export function writeBox(userId: string, boxId: string, items: readonly OutboxItem[]): boolean {
  const box = boxAt(prefixOf(userId) + boxId);
  return box.write(
    items.length === 0 ? undefined : items.map((item) => storedForm(item, filesIn(item.clientId))),
  );
}

export function deleteBoxes(userId: string): void {
  for (const key of keysOf(userId)) boxAt(key).write(undefined);
}

/** Counts the items in all boxes of a person. */
export function countStored(userId: string): number {
  return keysOf(userId).flatMap(readBox).length;
}

/** The boxes whose locks this tab holds. One tab can have several sessions in turn. */
const held = new Set<string>();

function hold(boxId: string): Promise<boolean> {
  if (held.has(boxId) || !hasLocks()) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(PREFIX + boxId, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (!lock) return;
      held.add(boxId);
      // Hold the lock until the tab closes.
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

/** Locks exist only on secure origins, although their type says always. */
const hasLocks = () => 'locks' in navigator;

/** Removes an item that was sent, when the session of its author has ended meanwhile. A deleted box stays deleted. */
export function removeStored(userId: string, clientId: string): void {
  for (const key of keysOf(userId)) {
    const items = readBox(key);
    const left = items.filter((item) => item.clientId !== clientId);
    if (left.length < items.length) writeBox(userId, key.slice(prefixOf(userId).length), left);
  }
}
