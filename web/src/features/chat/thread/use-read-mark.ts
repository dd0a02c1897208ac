import type { Conversation } from '@roost/contract/chat';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useConnection } from '../../../lib/connection.ts';
import { ask } from '../../../lib/socket.ts';

/** Says how far the viewer has read: what was in sight, in a window that has the focus. */
export function useReadMark(
  { _id: conversationId, currentUserUnreadCount }: Conversation,
  seenUpTo: number,
): void {
  const isLooking = useSyncExternalStore(watchFocus, hasFocus);
  const isOpen = useConnection() === 'open';
  const [told, setTold] = useState(0);
  const isNews = currentUserUnreadCount > 0 && seenUpTo > told && isLooking && isOpen;
  useEffect(() => {
    if (!isNews) return;
    ask('markMessagesAsRead', { conversationId, upTo: seenUpTo }).then(
      () => setTold((known) => Math.max(known, seenUpTo)),
      // It is told again with the next connection.
      () => {},
    );
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
