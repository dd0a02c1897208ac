import type { Message } from '@roost/contract/chat';
import { storedUserId } from '../../auth/session.ts';
import { markTeller } from './mark-teller.ts';

/** Milliseconds between two of them, in which what comes in a burst is gathered. */
const GATHER_MS = 50;
const tell = markTeller('markMessagesAsDelivered', GATHER_MS);

/** This client has these messages: those who sent them are told, as soon as that is possible. */
export function tellDelivered(messages: readonly Message[]): void {
  const viewerId = storedUserId();
  for (const { conversationId, number, senderId, deliveryStatus } of messages)
    if (senderId._id !== viewerId && deliveryStatus === 'sent') tell(conversationId, number);
}
