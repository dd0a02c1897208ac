import type { Message } from '@roost/contract/chat';
import { storedUserId } from '../../auth/session.ts';
import { receiptSender } from './receipt-sender.ts';

/** The shortest time between two receipts, so that a burst of messages needs one. */
const DELIVERY_RECEIPT_INTERVAL_MS = 50;
const send = receiptSender('markMessagesAsDelivered', DELIVERY_RECEIPT_INTERVAL_MS);

/** Sends delivery receipts for the received messages that do not have one yet. */
export function sendDeliveryReceipts(messages: readonly Message[]): void {
  const viewerId = storedUserId();
  for (const { conversationId, number, senderId, deliveryStatus } of messages)
    if (senderId._id !== viewerId && deliveryStatus === 'sent') send(conversationId, number);
}
