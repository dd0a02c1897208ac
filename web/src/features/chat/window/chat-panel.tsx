import * as words from '#words/chat';
import { useRef, type KeyboardEvent } from 'react';
import { ChatThread } from '../thread/chat-thread.tsx';
import { chatOpener, closeChat } from './open-chat.ts';
import { useChatFocus } from './use-chat-focus.ts';

/** The open chat in the right column. It stays open during navigation. Beside the conversation list the column is wider. */
export function ChatPanel({ userId }: { userId: string }) {
  const panel = useRef<HTMLElement>(null);
  useChatFocus(panel, userId);

  function close() {
    const opener = chatOpener();
    const next = opener?.isConnected ? opener : document.querySelector<HTMLElement>('main');
    closeChat();
    next?.focus({ preventScroll: true });
  }

  /** Escape in a menu, a dialog or an input method belongs to that. */
  function onKeyDown({ key, target, currentTarget, nativeEvent, defaultPrevented }: KeyboardEvent) {
    if (key !== 'Escape' || defaultPrevented || nativeEvent.isComposing) return;
    if (target instanceof Node && currentTarget.contains(target)) close();
  }

  return (
    <aside
      ref={panel}
      onKeyDown={onKeyDown}
      tabIndex={-1}
      aria-label={words.chat}
      data-chat-column
      className="sticky top-(--offline-bar) z-20 flex h-[calc(100dvh-var(--offline-bar))] min-w-0 flex-col border-line outline-none xl:border-e"
    >
      <ChatThread key={userId} userId={userId} onClose={close} />
    </aside>
  );
}
