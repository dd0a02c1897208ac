import * as words from '#words/chat';
import { useRef } from 'react';
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

  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={words.chat}
      data-chat-column
      className="sticky top-(--offline-bar) z-20 flex h-[calc(100dvh-var(--offline-bar))] min-w-0 flex-col border-line outline-none xl:border-e"
    >
      <ChatThread key={userId} userId={userId} onClose={close} />
    </aside>
  );
}
