import { useLayoutEffect, type RefObject } from 'react';
import { chatOpener } from './open-chat.ts';

/** Focuses a chat that the user has just opened, but not after a reload. The composer may then move the focus to itself. */
export function useChatFocus(chat: RefObject<HTMLElement | null>, userId: string): void {
  useLayoutEffect(() => {
    if (chatOpener() && !chat.current?.contains(document.activeElement))
      chat.current?.focus({ preventScroll: true });
  }, [chat, userId]);
}
