import type { Media } from '@roost/contract/media';
import type { OwnUser } from '@roost/contract/users';
import { notifyManager } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { ask } from '../../../lib/socket.ts';
import { connection, subscribeToConnection } from '../../../lib/connection.ts';
import { LEFT_EVENT, LOGOUT_EVENT } from '../../../lib/logout.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { meKey, storedUserId } from '../../auth/session.ts';
import { showMessage } from '../history/message-cache.ts';
import { claimBox, countKept, forgetBoxes, takeOrphans, writeBox } from './outbox-boxes.ts';
import { joined, judge, nextOf, withStale, type Queued } from './outbox-rules.ts';

/**
 * Messages on their way. They are sent one after the other in each conversation while the socket stands, kept over a
 * reload, and sent again under the same `clientId` until the server has answered: there once, whatever breaks.
 */
let items: readonly Queued[] = [];
/** Whose all of these are: nobody else sees, keeps or sends them. */
let owner: string | undefined;
/** The last one, who may be heard to have left only after their session ended. */
let lastOwner: string | undefined;
let boxId: string | undefined;
let claim: ReturnType<typeof claimBox> | undefined;
const listeners = new Set<() => void>();
const refusals = new Set<(item: Queued) => void>();
/** Conversations of which one is being sent. */
const busy = new Set<string>();

subscribeToConnection(() => void wake());
if (typeof window !== 'undefined') {
  addEventListener(LEFT_EVENT, () => {
    if (lastOwner) forgetBoxes(lastOwner);
    lastOwner = undefined;
  });
  addEventListener(LOGOUT_EVENT, () => become(undefined));
  // A tab beside this one may have been closed meanwhile, and left something behind.
  addEventListener('focus', () => void wake());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void wake();
  });
}

interface NewMessage {
  /** By whom. */
  viewerId: string;
  conversationId: string;
  receiverId: string;
  content: string;
  media: Media[];
}

/** Whether somebody's messages can be taken over now: it is their tab, and nobody else has signed in beside it. */
export function canEnqueue(viewerId: string): boolean {
  return currentViewer() === viewerId;
}

/** Takes a message over: shown at once, and sent as soon as it can be. Only once `canEnqueue` says so. */
export function enqueue({ viewerId, ...message }: NewMessage): void {
  if (!canEnqueue(viewerId)) return;
  become(viewerId);
  const createdAt = new Date().toISOString();
  change([...items, { ...message, clientId: randomKey(), createdAt }]);
  void wake();
  void pump(message.conversationId);
}

/** Sends a refused one again, after what is on its way. */
export function retry(clientId: string): void {
  const item = items.find((each) => each.clientId === clientId);
  if (!item) return;
  const { problem: _, ...rest } = item;
  // Meant anew, so its day begins anew.
  const again = { ...rest, createdAt: new Date().toISOString() };
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

/** Who is signed in here; nobody while another session has begun in another tab, until this one is loaded anew. */
function currentViewer(): string | undefined {
  const viewer = queryClient.getQueryData<OwnUser | null>(meKey);
  const stored = storedUserId();
  // Where storage is refused only the cache knows.
  return viewer && (stored ?? viewer._id) === viewer._id ? viewer._id : undefined;
}

function become(next: string | undefined): void {
  if (owner === next) return;
  owner = next;
  lastOwner = next ?? lastOwner;
  boxId = undefined;
  claim = undefined;
  items = [];
  tell();
}

/** Finds what earlier pages left behind, and goes on sending once connected. */
async function wake(): Promise<void> {
  const userId = currentViewer();
  if (!userId || connection() === 'off') return;
  become(userId);
  if (!boxId) {
    claim ??= claimBox(userId);
    const claimed = await claim;
    if (owner !== userId) return;
    if (!boxId) {
      boxId = claimed.boxId;
      change(joined(claimed.items, items));
    }
  }
  const fresh = withStale(items);
  if (fresh !== items) change(fresh);
  if (connection() !== 'open') return;
  await takeOrphans(userId, boxId, (found) => {
    if (owner !== userId) return false;
    return change(withStale(joined(found, items)));
  });
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
      if (!item || connection() !== 'open' || currentViewer() !== owner) return;
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
    // Still there, it would be the next one again.
    await settle(clientId);
  } catch (error) {
    if (owner !== sender) return true;
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

/**
 * The server has it. Its row is taken out only after the cache has told of the message, so that it never blinks;
 * resolves then.
 */
export function settle(clientId: string): Promise<void> {
  return new Promise((done) => {
    notifyManager.schedule(() => {
      discard(clientId);
      done();
    });
  });
}

function refuse(clientId: string, problem: string): void {
  change(items.map((item) => (item.clientId === clientId ? { ...item, problem } : item)));
  const refused = items.find((item) => item.clientId === clientId);
  if (refused) for (const listener of refusals) listener(refused);
}

/** Tells whether they are kept over a reload. Once the session is over nothing more is: its boxes may be empty by then. */
function change(next: readonly Queued[]): boolean {
  items = next;
  const isKept = owner && boxId && storedUserId() === owner && writeBox(owner, boxId, items);
  tell();
  return isKept === true;
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
