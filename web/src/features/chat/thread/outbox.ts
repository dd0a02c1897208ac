import type { Media } from '@roost/contract/media';
import { notifyManager } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { ask } from '../../../lib/socket.ts';
import { connection, subscribeToConnection } from '../../../lib/connection.ts';
import { LEFT_EVENT, LOGOUT_EVENT } from '../../../lib/logout.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { storedUserId } from '../../auth/session.ts';
import { showMessage } from './message-cache.ts';
import { claimBox, countKept, forgetBoxes, readOrphans, writeBox } from './outbox-boxes.ts';
import { joined, judge, nextOf, type Queued } from './outbox-rules.ts';

/**
 * Messages on their way. They are sent one after the other in each conversation while the socket stands, kept over a
 * reload, and sent again under the same `clientId` until the server has answered: there once, whatever breaks.
 */
let items: readonly Queued[] = [];
let owner: string | undefined;
let boxId: string | undefined;
const listeners = new Set<() => void>();
const refusals = new Set<(item: Queued) => void>();
/** Conversations of which one is being sent. */
const busy = new Set<string>();

subscribeToConnection(() => void wake());
if (typeof window !== 'undefined') {
  addEventListener(LEFT_EVENT, () => {
    if (owner) forgetBoxes(owner);
  });
  addEventListener(LOGOUT_EVENT, () => {
    owner = undefined;
    boxId = undefined;
    items = [];
    tell();
  });
}

interface NewMessage {
  conversationId: string;
  receiverId: string;
  content: string;
  media: Media[];
}

/** Takes a message over: shown at once, and sent as soon as it can be. */
export function enqueue(message: NewMessage): void {
  const createdAt = new Date().toISOString();
  change([...items, { ...message, clientId: randomKey(), createdAt }]);
  void wake();
  void pump(message.conversationId);
}

/** Sends a refused one again, after what is on its way. */
export function retry(clientId: string): void {
  const item = items.find((each) => each.clientId === clientId);
  if (!item) return;
  const { problem: _, ...again } = item;
  change([...items.filter((each) => each !== item), again]);
  void pump(item.conversationId);
}

/** No longer to be sent: given up, or the server has it. */
export function discard(clientId: string): void {
  if (items.some((item) => item.clientId === clientId))
    change(items.filter((item) => item.clientId !== clientId));
}

/** Called with each that the server refuses. */
export function onRefused(listener: (item: Queued) => void): () => void {
  refusals.add(listener);
  return () => refusals.delete(listener);
}

/** How many of the viewer's messages no server has yet, also those of other tabs: a logout throws them away. */
export function countUnsent(): number {
  const userId = storedUserId();
  return Math.max(items.length, userId ? countKept(userId) : 0);
}

export function useQueued(conversationId: string): readonly Queued[] {
  const all = useSyncExternalStore(subscribe, () => items);
  return useMemo(
    () => all.filter((item) => item.conversationId === conversationId),
    [all, conversationId],
  );
}

/** Finds what earlier pages left behind, and goes on sending once connected. */
async function wake(): Promise<void> {
  const userId = storedUserId();
  if (!userId || connection() === 'off') return;
  if (owner !== userId) {
    owner = userId;
    const claimed = await claimBox(userId);
    if (owner !== userId) return;
    boxId = claimed.boxId;
    change(joined(claimed.items, items));
  }
  if (connection() !== 'open' || !boxId) return;
  const orphans = await readOrphans(userId, boxId);
  if (orphans.length > 0 && owner === userId) change(joined(items, orphans));
  for (const conversationId of new Set(items.map((item) => item.conversationId)))
    void pump(conversationId);
}

async function pump(conversationId: string): Promise<void> {
  if (busy.has(conversationId)) return;
  busy.add(conversationId);
  try {
    let tries = 0;
    for (;;) {
      const item = nextOf(items, conversationId);
      if (!item || connection() !== 'open') return;
      tries += 1;
      if (await send(item, tries)) tries = 0;
    }
  } finally {
    busy.delete(conversationId);
  }
}

/** Whether the next one's turn has come. */
async function send(item: Queued, tries: number): Promise<boolean> {
  const { clientId, conversationId, receiverId, content } = item;
  const media = item.media.map(({ _id }) => _id);
  try {
    const { message } = await ask('sendMessage', {
      conversationId,
      receiverId,
      clientId,
      message: { content, media },
    });
    showMessage(queryClient, message);
    settle(clientId);
  } catch (error) {
    const verdict = judge(error, tries);
    if (verdict.type === 'later') {
      await new Promise((done) => setTimeout(done, verdict.inMs));
      return false;
    }
    if (verdict.type === 'gone') discard(clientId);
    else refuse(clientId, verdict.problem);
  }
  return true;
}

/** The server has it. Its row is taken out only after the cache has told of the message, so that it never blinks. */
export function settle(clientId: string): void {
  notifyManager.schedule(() => discard(clientId));
}

function refuse(clientId: string, problem: string): void {
  change(items.map((item) => (item.clientId === clientId ? { ...item, problem } : item)));
  const refused = items.find((item) => item.clientId === clientId);
  if (refused) for (const listener of refusals) listener(refused);
}

function change(next: readonly Queued[]): void {
  items = next;
  if (owner && boxId) writeBox(owner, boxId, items);
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
