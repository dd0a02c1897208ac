import type { Conversation } from '@roost/contract/chat';
import { useEffect, useRef, type ReactNode } from 'react';
import { ChatThread } from '../thread/chat-thread.tsx';
import { chatOpener, closeChat } from './open-chat.ts';

/** The open chat in the right column, where it stays while pages come and go beside it. */
export function ChatPanel({
  userId,
  actions,
}: {
  userId: string;
  actions?: (conversation: Conversation) => ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // To whoever asked for it; not after a reload. What is written in may have taken the focus by itself.
    if (chatOpener() && !panel.current?.contains(document.activeElement))
      panel.current?.focus({ preventScroll: true });
  }, [userId]);

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
      aria-label="Chat"
      className="sticky top-(--offline-bar) z-20 flex h-[calc(100dvh-var(--offline-bar))] min-w-0 flex-col border-line outline-none xl:border-r"
    >
      <ChatThread key={userId} userId={userId} onClose={close} {...(actions && { actions })} />
    </aside>
  );
}
