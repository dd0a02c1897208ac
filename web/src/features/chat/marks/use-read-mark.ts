import type { Conversation } from '@roost/contract/chat';
import { useEffect, useSyncExternalStore } from 'react';
import { markTeller } from './mark-teller.ts';

/** Milliseconds between two of them, in which reading on is gathered. */
const GATHER_MS = 300;
const tellRead = markTeller('markMessagesAsRead', GATHER_MS);

/** Says how far the viewer has read: what was in sight, in a window that has the focus. */
export function useReadMark(
  { _id: conversationId, currentUserUnreadCount }: Conversation,
  seenUpTo: number,
): void {
  const isLooking = useSyncExternalStore(watchFocus, hasFocus);
  const isNews = currentUserUnreadCount > 0 && isLooking;
  useEffect(() => {
    if (isNews) tellRead(conversationId, seenUpTo);
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
