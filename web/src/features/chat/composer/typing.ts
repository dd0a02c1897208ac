import { useEffect, useEffectEvent, useRef } from 'react';
import { onLogout } from '../../../lib/logout.ts';
import { ask } from '../../../lib/socket/socket.ts';
import { createStore, useStore } from '../../../lib/store.ts';

/** The client reports typing this often. A person who presses no key for this long has stopped. */
const TYPING_REPORT_INTERVAL_MS = 3_000;
/** The other side hides the typing sign after this long without a report. */
const TYPING_SHOWN_MS = 6_000;

/** Conversations in which the other person is typing, each with the timer that hides it. */
const typing = createStore<ReadonlyMap<string, ReturnType<typeof setTimeout>>>(new Map());
onLogout(() => {
  for (const id of typing.get().keys()) hideTyping(id);
});

export function showTyping(conversationId: string): void {
  clearTimeout(typing.get().get(conversationId));
  const timer = setTimeout(() => hideTyping(conversationId), TYPING_SHOWN_MS);
  typing.set(new Map(typing.get()).set(conversationId, timer));
}

export function hideTyping(conversationId: string): void {
  const others = new Map(typing.get());
  clearTimeout(others.get(conversationId));
  if (others.delete(conversationId)) typing.set(others);
}

export function useIsTyping(conversationId: string): boolean {
  return useStore(typing, (timers) => timers.has(conversationId));
}

/** Sends typing events while the viewer types. A lost event does no harm, so errors are ignored. */
export function useSendTyping(conversationId: string, receiverId: string) {
  const lastSentAt = useRef<number>(undefined);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = (name: 'typing' | 'stopTyping') => {
    ask(name, { conversationId, receiverId }).catch(() => {});
  };
  const stopped = () => {
    clearTimeout(idle.current);
    if (lastSentAt.current === undefined) return;
    lastSentAt.current = undefined;
    send('stopTyping');
  };
  const typed = () => {
    const now = performance.now();
    if (lastSentAt.current === undefined || now - lastSentAt.current >= TYPING_REPORT_INTERVAL_MS) {
      lastSentAt.current = now;
      send('typing');
    }
    clearTimeout(idle.current);
    idle.current = setTimeout(stopped, TYPING_REPORT_INTERVAL_MS);
  };
  const onLeave = useEffectEvent(stopped);
  useEffect(() => () => onLeave(), []);
  return { typed, stopped };
}
