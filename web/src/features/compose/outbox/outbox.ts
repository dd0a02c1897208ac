import { notifyManager } from '@tanstack/react-query';
import { connection, subscribeToConnection } from '../../../lib/socket/connection.ts';
import { whenReachable } from '../../../lib/socket/reachable.ts';
import { onLogout } from '../../../lib/logout.ts';
import { createStore } from '../../../lib/store.ts';
import { storedUserId, viewerIdNow } from '../../auth/session.ts';
import { removeFiles } from '../attachments/file-input.ts';
import { subscribeToAttachments } from '../attachments/attachments.ts';
import {
  claimOutbox,
  claimOrphans,
  countStored,
  deleteOutboxes,
  removeStored,
  writeOutbox,
} from './outbox-storage.ts';
import {
  adoptFiles,
  decideUploadOf,
  dropUnfit,
  forgetFiles,
  hasFilesLeft,
  resumeFiles,
  retryLater,
  retryUploads,
  uploadedIds,
  withFiles,
  withoutFiles,
} from './outbox-files.ts';
import { attempt } from './outbox-attempts.ts';
import { kindOf, publishRefused } from './outbox-kinds.ts';
import {
  expireOld,
  isLocal,
  isTooOld,
  merged,
  nextToSend,
  type OutboxItem,
} from './outbox-rules.ts';

/**
 * The items that this tab has not sent yet: posts, comments, messages and toggles. Each lane sends one item at a time. The outbox
 * survives a reload. It sends an item again under the same `clientId` until the server answers, so that the server
 * stores each item exactly once.
 */
export const outboxStore = createStore<readonly OutboxItem[]>([]);
const items = outboxStore.get;
const itemOf = (clientId: string) => items().find((item) => item.clientId === clientId);
/** The user whose items these are. Nobody else may see, store or send them. */
let owner: string | undefined;
/** The last owner. The logout event may come after the end of their session. */
let lastOwner: string | undefined;
let outboxId: string | undefined;
let claim: ReturnType<typeof claimOutbox> | undefined;
/** Lanes with an item being sent. */
const busy = new Set<string>();

subscribeToConnection(() => {
  void resume();
  if (connection() !== 'open') return;
  for (const { clientId, problem } of items().filter(hasFilesLeft))
    if (!problem) retryUploads(clientId);
});
subscribeToAttachments(() => {
  for (const item of items().filter(hasFilesLeft)) updateFiles(item);
});
onLogout((reason) => {
  if (reason === 'signedOut') {
    if (lastOwner) deleteOutboxes(lastOwner);
    lastOwner = undefined;
  }
  setOwner(undefined);
});
if (typeof window !== 'undefined') {
  // Another tab may have closed meanwhile and left unsent items.
  addEventListener('focus', () => void resume());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void resume();
  });
}

/** Whether this user can send from this tab: no other user has signed in here or in another tab. */
export function canEnqueue(viewerId: string): boolean {
  return viewerIdNow() === viewerId;
}

/** Adds an item to the outbox and sends it when possible. `files` is the draft key of its files, uploaded or not. */
export function enqueue<Item extends OutboxItem>(
  viewerId: string,
  item: Omit<Item, 'media' | 'createdAt'>,
  files?: string,
): void {
  if (!canEnqueue(viewerId)) return;
  setOwner(viewerId);
  if (files !== undefined) adoptFiles(files, item.clientId);
  const whole = {
    ...(item as unknown as OutboxItem),
    media: [],
    createdAt: new Date().toISOString(),
  };
  change([...items().filter(({ clientId }) => clientId !== item.clientId), withFiles(whole)]);
  void resume();
  advance(item.clientId);
}

/** Sends a refused item again, after the waiting ones and without its unfit files. */
export function retry(clientId: string): void {
  const item = itemOf(clientId);
  if (!item) return;
  const { problem: _, isUnfit: _unfit, filesLeft: _left, ...rest } = item;
  const media = item.media.filter((each) => !isLocal(each));
  dropUnfit(clientId);
  retryUploads(clientId);
  // After its maximum age, the user confirmed the item, and the age starts again.
  const firstSentAt = isTooOld(item) ? undefined : (item.firstSentAt ?? item.createdAt);
  const again = withFiles({ ...rest, media, createdAt: new Date().toISOString(), firstSentAt });
  change([...items().filter((each) => each.clientId !== clientId), again]);
  advance(clientId);
}

/** Cancels an item for the user. Also deletes its uploaded files from the server. */
export function cancelItem(clientId: string): void {
  const item = itemOf(clientId);
  if (!item) return;
  discard(clientId);
  removeFiles(clientId, uploadedIds(item)).catch(() => {});
  // The item may have blocked later ones.
  void sendLane(item.lane);
}

/** Puts an item back after `discard`, with what became of its files meanwhile. */
export function restore(item: OutboxItem): void {
  if (owner && viewerIdNow() === owner) change(merged([withFiles(item)], items()));
}

/** Removes an item from the outbox: the user cancelled it, or the server has it. */
export function discard(clientId: string): void {
  if (itemOf(clientId)) change(items().filter((item) => item.clientId !== clientId));
}

/** Counts the viewer's unsent items in all tabs. A logout deletes them. */
export function countUnsent(): number {
  const userId = storedUserId();
  return Math.max(items().length, userId ? countStored(userId) : 0);
}

function setOwner(next: string | undefined): void {
  if (owner === next) return;
  owner = next;
  lastOwner = next ?? lastOwner;
  outboxId = undefined;
  claim = undefined;
  outboxStore.set([]);
}

/** Loads the items of earlier pages and continues sending. */
async function resume(): Promise<void> {
  const userId = viewerIdNow();
  if (!userId) return;
  setOwner(userId);
  if (!outboxId) {
    claim ??= claimOutbox(userId);
    const claimed = await claim;
    if (owner !== userId) return;
    if (!outboxId) {
      outboxId = claimed.outboxId;
      take(claimed.items);
    }
  }
  const fresh = expireOld(items());
  if (fresh !== items()) change(fresh);
  if (connection() === 'open')
    await claimOrphans(userId, outboxId, (found) => {
      if (owner !== userId) return false;
      return take(found);
    });
  sendAll();
}

/** Adds items of an earlier page or another tab. Returns whether they are stored. */
function take(found: readonly OutboxItem[]): boolean {
  for (const item of found) if (hasFilesLeft(item) && item.files) resumeFiles(item);
  return change(expireOld(merged(found.map(withoutFiles), items())));
}

/** Sends what can be sent, after a kind has been registered or something has come back. */
export function sendAll(): void {
  for (const lane of new Set(items().map((item) => item.lane))) void sendLane(lane);
}

/** Updates an item after an upload state changed. All its files may be uploaded now. */
function updateFiles({ clientId }: OutboxItem): void {
  const item = itemOf(clientId);
  if (!item) return;
  const now = withFiles(item);
  if (now !== item) change(items().map((each) => (each === item ? now : each)));
  advance(clientId);
}

/** Takes the next step for an item: first its uploads, then the item itself. */
function advance(clientId: string): void {
  const item = itemOf(clientId);
  if (!item || item.problem) return;
  const decision = decideUploadOf(clientId);
  markWaiting(clientId, decision.type === 'later');
  if (decision.type === 'later') retryLater(clientId, decision.inMs);
  else if (decision.type === 'failed') refuse(clientId, decision);
  else if (decision.type === 'ready') forgetFiles(clientId);
  void sendLane(item.lane);
}

async function sendLane(lane: string): Promise<void> {
  if (busy.has(lane)) return;
  busy.add(lane);
  try {
    let tries = 0;
    for (;;) {
      const item = nextToSend(items(), lane);
      if (!item || !kindOf(item)?.canSend(item) || viewerIdNow() !== owner) return;
      tries += 1;
      if (await send(item, tries)) tries = 0;
    }
  } finally {
    busy.delete(lane);
  }
}

/** Sends an item. Returns false if it must be tried again, true if the next one can follow. */
async function send(item: OutboxItem, tries: number): Promise<boolean> {
  const { clientId } = item;
  const kind = kindOf(item)!;
  const sender = owner;
  try {
    await attempt(clientId, async () => {
      const showSent = await kind.send(item);
      if (owner !== sender) return removeStored(sender!, clientId);
      showSent();
      // Until the item is removed, `sendLane` would send it again.
      await removeSent(clientId);
    });
  } catch (error) {
    if (owner !== sender) return true;
    const decision = kind.decide(error, tries);
    if (decision.type === 'later') {
      if (!item.isWaiting) kind.waits?.(item);
      markWaiting(clientId, true);
      await whenReachable(tries);
      return false;
    }
    if (decision.type === 'gone') discard(clientId);
    else {
      refuse(clientId, decision);
      kind.refused?.(item, error);
    }
  }
  return true;
}

/**
 * Removes an item that the server has. This waits until the cache has notified its observers about the sent item, so
 * that the row never disappears for a frame.
 */
export function removeSent(clientId: string): Promise<void> {
  return new Promise((done) => {
    notifyManager.schedule(() => {
      discard(clientId);
      done();
    });
  });
}

/** Shows whether an item waits for the network. */
function markWaiting(clientId: string, isWaiting: boolean): void {
  const item = itemOf(clientId);
  if (!item || (item.isWaiting ?? false) === isWaiting) return;
  change(items().map((each) => (each === item ? { ...item, isWaiting } : each)));
}

function refuse(clientId: string, why: { problem: string; isUnfit?: boolean }): void {
  const { problem, isUnfit = false } = why;
  change(
    items().map((item) =>
      item.clientId === clientId ? { ...item, problem, isUnfit, isWaiting: false } : item,
    ),
  );
  const refused = itemOf(clientId);
  if (refused) publishRefused(refused);
}

/** Sets the items and returns whether they were stored. After the session ended, nothing may be written to its outboxes. */
function change(next: readonly OutboxItem[]): boolean {
  const isKept =
    owner && outboxId && storedUserId() === owner && writeOutbox(owner, outboxId, next);
  outboxStore.set(next);
  return isKept === true;
}
