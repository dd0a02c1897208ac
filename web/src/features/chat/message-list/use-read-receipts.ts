import type { Conversation } from '@roost/contract/chat';
import { useEffect, useSyncExternalStore } from 'react';
import { receiptSender } from './receipt-sender.ts';

/** The shortest time between two receipts while the viewer scrolls. */
const READ_RECEIPT_INTERVAL_MS = 300;
const sendReadReceipt = receiptSender('markMessagesAsRead', READ_RECEIPT_INTERVAL_MS);

/** Sends read receipts for messages that were visible while the window had the focus. */
export function useReadReceipts(
  { _id: conversationId, currentUserUnreadCount }: Conversation,
  seenUpTo: number,
): void {
  const isLooking = useSyncExternalStore(watchFocus, hasFocus);
  const isNews = currentUserUnreadCount > 0 && isLooking;
  useEffect(() => {
    if (isNews) sendReadReceipt(conversationId, seenUpTo);
  }, [isNews, conversationId, seenUpTo]);
}

const hasFocus = () => document.visibilityState === 'visible' && document.hasFocus();

function watchFocus(onChange: () => void): () => void {
  for (const name of ['focus', 'blur']) addEventListener(name, onChange);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    for (const name of ['focus', 'blur']) removeEventListener(name, onChange);
    document.removeEventListener('visibilitychange', onChange);
  };
}
