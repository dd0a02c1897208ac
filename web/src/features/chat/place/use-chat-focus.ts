import { useLayoutEffect, type RefObject } from 'react';
import { chatOpener } from './open-chat.ts';

/** Takes the keyboard to a chat that was asked for; after a reload nobody did. What is written in takes it on from there. */
export function useChatFocus(chat: RefObject<HTMLElement | null>, userId: string): void {
  useLayoutEffect(() => {
    if (chatOpener() && !chat.current?.contains(document.activeElement))
      chat.current?.focus({ preventScroll: true });
  }, [chat, userId]);
}
