import { useEffect, type RefObject } from 'react';
import { chatOpener } from './open-chat.ts';

/** Takes the keyboard to a chat that was asked for; after a reload nobody did. */
export function useChatFocus(chat: RefObject<HTMLElement | null>, userId: string): void {
  useEffect(() => {
    // What is written in may have taken the focus by itself.
    if (chatOpener() && !chat.current?.contains(document.activeElement))
      chat.current?.focus({ preventScroll: true });
  }, [chat, userId]);
}
