import type { Message } from '@roost/contract/chat';
import { connection, subscribeToConnection } from '../../../lib/connection.ts';
import { LOGOUT_EVENT } from '../../../lib/logout.ts';
import { ask } from '../../../lib/socket.ts';
import { storedUserId } from '../../auth/session.ts';

/** Milliseconds in which what comes in a burst, as after an absence, is gathered. */
const GATHER_MS = 50;
/** By conversation, the newest number that whoever sent it has still to be told of. */
const untold = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

subscribeToConnection(() => {
  if (connection() === 'open') tellSoon();
});
if (typeof window !== 'undefined') addEventListener(LOGOUT_EVENT, () => untold.clear());

/** This client has these messages: those who sent them are told, as soon as that is possible. */
export function tellDelivered(messages: readonly Message[]): void {
  const viewerId = storedUserId();
  for (const { conversationId, number, senderId, deliveryStatus } of messages) {
    if (senderId._id === viewerId || deliveryStatus !== 'sent') continue;
    untold.set(conversationId, Math.max(number, untold.get(conversationId) ?? 0));
  }
  tellSoon();
}

function tellSoon(): void {
  if (untold.size === 0) return;
  timer ??= setTimeout(() => {
    timer = undefined;
    if (connection() !== 'open') return;
    for (const [conversationId, upTo] of untold) void tell(conversationId, upTo);
    untold.clear();
  }, GATHER_MS);
}

async function tell(conversationId: string, upTo: number): Promise<void> {
  try {
    await ask('markMessagesAsDelivered', { conversationId, upTo });
  } catch {
    // Cut off meanwhile, it is told with the next connection; refused, it never will be.
    if (connection() !== 'open')
      untold.set(conversationId, Math.max(upTo, untold.get(conversationId) ?? 0));
  }
}
