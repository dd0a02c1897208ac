import type { OwnUser } from '@roost/contract/users';
import { notifyManager } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../../lib/socket/socket.ts';
import { connection, subscribeToConnection } from '../../../lib/socket/connection.ts';
import { onLogout } from '../../../lib/logout.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { queryClient } from '../../../lib/cache/query-client.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { meKey, storedUserId } from '../../auth/session.ts';
import { removeFiles } from '../../compose/attachments/file-input.ts';
import { subscribeToAttachments } from '../../compose/attachments/attachments.ts';
import { showMessage } from '../messages/message-cache.ts';
import { claimBox, sumStoredMedia, deleteBoxes, claimOrphans, writeBox } from './outbox-boxes.ts';
import {
  dropUnfit,
  forgetFiles,
  decideUploadOf,
  retryLater,
  retryUploads,
  adoptFiles,
  uploadedIds,
  withFiles,
} from './outbox-files.ts';
import {
  isLocal,
  merged,
  decideRetry,
  nextToSend,
  expireOld,
  type Queued,
} from './outbox-rules.ts';

/**
 * The unsent messages of this tab. While the socket is connected, each conversation sends one message at a time. The
 * outbox survives a reload. It sends a message again with the same `clientId` until the server answers, so that the
 * server stores each message exactly once.
 */
const outbox = createStore<readonly Queued[]>([]);
const items = outbox.get;
const itemOf = (clientId: string) => items().find((item) => item.clientId === clientId);
/** The user whose messages these are. Nobody else may see, store or send them. */
let owner: string | undefined;
/** The last owner. The logout event may come after the end of their session. */
let lastOwner: string | undefined;
let boxId: string | undefined;
let claim: ReturnType<typeof claimBox> | undefined;
const refusals = new Set<(item: Queued) => void>();
/** Conversations with a message being sent. */
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
    if (lastOwner) deleteBoxes(lastOwner);
    lastOwner = undefined;
  }
  setOwner(undefined);
});
if (typeof window !== 'undefined') {
  // Another tab may have closed meanwhile and left unsent messages.
  addEventListener('focus', () => void resume());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void resume();
  });
}

interface NewMessage {
  /** The author. */
  viewerId: string;
  conversationId: string;
  receiverId: string;
  content: string;
  /** The draft key of its pictures, uploaded or not. */
  files: string;
}

/** Whether this user can send messages from this tab: no other user has signed in here or in another tab. */
export function canEnqueue(viewerId: string): boolean {
  return currentViewer() === viewerId;
}

/** Adds a message to the outbox: shows it at once and sends it when possible. Call `canEnqueue` first. */
export function enqueue({ viewerId, files, ...message }: NewMessage): void {
  if (!canEnqueue(viewerId)) return;
  setOwner(viewerId);
  const clientId = randomKey();
  adoptFiles(files, clientId);
  const item = { ...message, clientId, media: [], createdAt: new Date().toISOString() };
  change([...items(), withFiles(item)]);
  void resume();
  advance(clientId);
}

/** Sends a refused message again, after the waiting ones and without its unfit pictures. */
export function retry(clientId: string): void {
  const item = itemOf(clientId);
  if (!item) return;
  const { problem: _, isUnfit: _unfit, filesLeft: _left, ...rest } = item;
  const media = item.media.filter((each) => !isLocal(each));
  dropUnfit(clientId);
  retryUploads(clientId);
  // The user confirmed the message, so its maximum age starts again.
  const again = withFiles({ ...rest, media, createdAt: new Date().toISOString() });
  change([...items().filter((each) => each.clientId !== clientId), again]);
  advance(clientId);
}

/** Cancels a message for the user. Also deletes its uploaded pictures from the server. */
export function cancelMessage(clientId: string): void {
  const item = itemOf(clientId);
  if (!item) return;
  discard(clientId);
  removeFiles(clientId, uploadedIds(item)).catch(() => {});
  // The message may have blocked later ones.
  void sendQueued(item.conversationId);
}

/** Removes a message from the outbox: the user cancelled it, or the server has it. */
export function discard(clientId: string): void {
  if (itemOf(clientId)) change(items().filter((item) => item.clientId !== clientId));
}

/** Registers a listener for messages that the server refuses. */
export function onRefused(listener: (item: Queued) => void): () => void {
  refusals.add(listener);
  return () => refusals.delete(listener);
}

/** Counts the viewer's unsent messages in all tabs. A logout deletes them. */
export function countUnsent(): number {
  const userId = storedUserId();
  return Math.max(items().length, userId ? sumStoredMedia(userId) : 0);
}

export function useQueued(conversationId: string): readonly Queued[] {
  const all = useStore(outbox);
  return useMemo(
    () => all.filter((item) => item.conversationId === conversationId),
    [all, conversationId],
  );
}

/** Returns the signed-in user. Undefined if another tab has signed in as somebody else and this one is not reloaded. */
function currentViewer(): string | undefined {
  const viewer = queryClient.getQueryData<OwnUser | null>(meKey);
  const stored = storedUserId();
  // Without storage, only the cache knows the user.
  return viewer && (stored ?? viewer._id) === viewer._id ? viewer._id : undefined;
}

function setOwner(next: string | undefined): void {
  if (owner === next) return;
  owner = next;
  lastOwner = next ?? lastOwner;
  boxId = undefined;
  claim = undefined;
  outbox.set([]);
}

/** Loads the messages of earlier pages and continues sending if connected. */
async function resume(): Promise<void> {
  const userId = currentViewer();
  if (!userId || connection() === 'off') return;
  setOwner(userId);
  if (!boxId) {
    claim ??= claimBox(userId);
    const claimed = await claim;
    if (owner !== userId) return;
    if (!boxId) {
      boxId = claimed.boxId;
      change(merged(claimed.items, items()));
    }
  }
  const fresh = expireOld(items());
  if (fresh !== items()) change(fresh);
  if (connection() !== 'open') return;
  await claimOrphans(userId, boxId, (found) => {
    if (owner !== userId) return false;
    return change(expireOld(merged(found, items())));
  });
  for (const conversationId of new Set(items().map((item) => item.conversationId)))
    void sendQueued(conversationId);
}

const hasFilesLeft = ({ filesLeft }: Queued) => filesLeft !== undefined && filesLeft > 0;

/** Updates a message after an upload state changed. All its pictures may be uploaded now. */
function updateFiles({ clientId }: Queued): void {
  const item = itemOf(clientId);
  if (!item) return;
  const now = withFiles(item);
  if (now !== item) change(items().map((each) => (each === item ? now : each)));
  advance(clientId);
}

/** Takes the next step for a message: first its uploads, then the message itself. */
function advance(clientId: string): void {
  const item = itemOf(clientId);
  if (!item || item.problem) return;
  const decision = decideUploadOf(clientId);
  if (decision.type === 'later') retryLater(clientId, decision.inMs);
  else if (decision.type === 'failed') refuse(clientId, decision);
  else if (decision.type === 'ready') forgetFiles(clientId);
  void sendQueued(item.conversationId);
}

async function sendQueued(conversationId: string): Promise<void> {
  if (busy.has(conversationId)) return;
  busy.add(conversationId);
  try {
    let tries = 0;
    for (;;) {
      const item = nextToSend(items(), conversationId);
      if (!item || connection() !== 'open' || currentViewer() !== owner) return;
      tries += 1;
      if (await send(item, tries)) tries = 0;
    }
  } finally {
    busy.delete(conversationId);
  }
}

/** Sends a message. Returns false if it must be tried again, true if the next one can follow. */
async function send(item: Queued, tries: number): Promise<boolean> {
  const { clientId, conversationId, receiverId, content } = item;
  const sender = owner;
  const media = item.media.map(({ _id }) => _id);
  try {
    const { message } = await ask('sendMessage', {
      conversationId,
      receiverId,
      clientId,
      message: { content, media },
    });
    if (owner !== sender) return true;
    showMessage(queryClient, message);
    // Until the message is removed, `sendQueued` would send it again.
    await removeSent(clientId);
  } catch (error) {
    if (owner !== sender) return true;
    const decision = decideRetry(error, tries);
    if (decision.type === 'later') {
      await new Promise((done) => setTimeout(done, decision.inMs));
      return false;
    }
    if (decision.type === 'gone') discard(clientId);
    else refuse(clientId, decision);
  }
  return true;
}

/**
 * Removes a message that the server has. This waits until the cache has notified its observers about the sent message,
 * so that the row never disappears for a frame.
 */
export function removeSent(clientId: string): Promise<void> {
  return new Promise((done) => {
    notifyManager.schedule(() => {
      discard(clientId);
      done();
    });
  });
}

function refuse(clientId: string, why: { problem: string; isUnfit?: boolean }): void {
  const { problem, isUnfit = false } = why;
  change(
    items().map((item) => (item.clientId === clientId ? { ...item, problem, isUnfit } : item)),
  );
  const refused = itemOf(clientId);
  if (refused) for (const listener of refusals) listener(refused);
}

/** Sets the messages and returns whether they were stored. After the session ended, nothing may be written to its boxes. */
function change(next: readonly Queued[]): boolean {
  const isKept = owner && boxId && storedUserId() === owner && writeBox(owner, boxId, next);
  outbox.set(next);
  return isKept === true;
}
