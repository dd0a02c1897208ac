import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { TYPING_SHOWN_MS, TYPING_TOLD_EVERY_MS } from '../../../lib/constants.ts';
import { LOGOUT_EVENT } from '../../../lib/logout.ts';
import { ask } from '../../../lib/socket.ts';

/** Conversations in which the other one is typing, each with what ends it. */
const typing = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();
if (typeof window !== 'undefined')
  addEventListener(LOGOUT_EVENT, () => {
    for (const id of typing.keys()) hideTyping(id);
  });

export function showTyping(conversationId: string): void {
  clearTimeout(typing.get(conversationId));
  typing.set(
    conversationId,
    setTimeout(() => hideTyping(conversationId), TYPING_SHOWN_MS),
  );
  tell();
}

export function hideTyping(conversationId: string): void {
  clearTimeout(typing.get(conversationId));
  if (typing.delete(conversationId)) tell();
}

export function useIsTyping(conversationId: string): boolean {
  return useSyncExternalStore(subscribe, () => typing.has(conversationId));
}

/** Tells the other one while the viewer types. Whether it arrives matters to nobody. */
export function useTellTyping(conversationId: string, receiverId: string) {
  const toldAt = useRef<number>(undefined);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tellOther = (name: 'typing' | 'stopTyping') => {
    ask(name, { conversationId, receiverId }).catch(() => {});
  };
  const stopped = () => {
    clearTimeout(idle.current);
    if (toldAt.current === undefined) return;
    toldAt.current = undefined;
    tellOther('stopTyping');
  };
  const typed = () => {
    const now = Date.now();
    if (toldAt.current === undefined || now - toldAt.current >= TYPING_TOLD_EVERY_MS) {
      toldAt.current = now;
      tellOther('typing');
    }
    clearTimeout(idle.current);
    idle.current = setTimeout(stopped, TYPING_TOLD_EVERY_MS);
  };
  const onLeave = useEffectEvent(stopped);
  useEffect(() => () => onLeave(), []);
  return { typed, stopped };
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
