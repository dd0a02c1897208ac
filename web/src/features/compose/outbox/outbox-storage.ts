import { DRAFT_PREFIX } from '../../../lib/logout.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { storedJson, storedKeys, storedText } from '../../../lib/storage.ts';
import { filesIn } from '../attachments/attachments.ts';
import { storedForm, parseOutbox, type OutboxItem } from './outbox-rules.ts';

/**
 * Each tab stores its outbox in local storage. The key has the person's id and the id of the outbox. While a tab lives, it
 * holds a lock for its outbox. After a reload, the tab finds its outbox by the id in session storage. Other tabs take over
 * outboxes without a tab. Plain HTTP has no locks, so there a tab may take over the outbox of a living tab. If both send an
 * item, the server stores it once because of its `clientId`.
 */
const PREFIX = 'roost:outbox:';
/**
 * Like the outbox, this key survives an expired session. A logout by choice removes it. Without it, this tab cannot find its
 * outbox after a reload. Another tab or the next load takes the outbox over.
 */
const storedId = storedText('sessionStorage', `${DRAFT_PREFIX}outbox`);

const prefixOf = (userId: string) => `${PREFIX}${userId}:`;
const keysOf = (userId: string) => storedKeys('localStorage', prefixOf(userId));
const storedAt = (key: string) => storedJson('localStorage', key, parseOutbox);
const readItems = (key: string): OutboxItem[] => storedAt(key).read() ?? [];

/** Claims this tab's outbox and returns its items. */
export async function claimOutbox(
  userId: string,
): Promise<{ outboxId: string; items: OutboxItem[] }> {
  const known = storedId.read();
  // A duplicated tab copies the id, but the original tab holds the lock.
  const outboxId = known && (await hold(known)) ? known : randomKey();
  if (outboxId !== known) await hold(outboxId);
  storedId.write(outboxId);
  return { outboxId, items: readItems(prefixOf(userId) + outboxId) };
}

/** Passes the person's outboxes without a tab to `take`. Deletes an outbox if `take` returns that it has stored the items. */
export async function claimOrphans(
  userId: string,
  ownId: string,
  take: (items: OutboxItem[]) => boolean,
): Promise<void> {
  for (const key of keysOf(userId)) {
    const outboxId = key.slice(prefixOf(userId).length);
    if (outboxId === ownId) continue;
    await whileFree(outboxId, () => {
      const found = readItems(key);
      // Without locks, the tab that has the files may still be open. Leave it items with files to upload.
      const left = hasLocks() ? [] : found.filter(({ filesLeft }) => filesLeft);
      if (take(found.filter((item) => !left.includes(item)))) writeOutbox(userId, outboxId, left);
    });
  }
}

/** Returns whether the items were stored. Without storage, they are lost when the page closes. */
export function writeOutbox(
  userId: string,
  outboxId: string,
  items: readonly OutboxItem[],
): boolean {
  const stored = storedAt(prefixOf(userId) + outboxId);
  return stored.write(
    items.length === 0 ? undefined : items.map((item) => storedForm(item, filesIn(item.clientId))),
  );
}

export function deleteOutboxes(userId: string): void {
  for (const key of keysOf(userId)) storedAt(key).write(undefined);
}

/** Counts the items in all outboxes of a person. */
export function countStored(userId: string): number {
  return keysOf(userId).flatMap(readItems).length;
}

/** The outboxes whose locks this tab holds. One tab can have several sessions in turn. */
const held = new Set<string>();

function hold(outboxId: string): Promise<boolean> {
  if (held.has(outboxId) || !hasLocks()) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(PREFIX + outboxId, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (!lock) return;
      held.add(outboxId);
      // Hold the lock until the tab closes.
      await new Promise(() => {});
    });
  });
}

async function whileFree(outboxId: string, work: () => void): Promise<void> {
  if (!hasLocks()) return work();
  await navigator.locks.request(PREFIX + outboxId, { ifAvailable: true }, (lock) => {
    if (lock) work();
  });
}

/** Locks exist only on secure origins, although their type says always. */
const hasLocks = () => 'locks' in navigator;

/** Removes an item that was sent, when the session of its author has ended meanwhile. A deleted outbox stays deleted. */
export function removeStored(userId: string, clientId: string): void {
  for (const key of keysOf(userId)) {
    const items = readItems(key);
    const left = items.filter((item) => item.clientId !== clientId);
    if (left.length < items.length) writeOutbox(userId, key.slice(prefixOf(userId).length), left);
  }
}
