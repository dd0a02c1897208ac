import { useRef } from 'react';
import { ChatThread } from '../thread/chat-thread.tsx';
import { useChatFocus } from './use-chat-focus.ts';

/** The open chat where there is no right column: it fills the screen (theme.css), or the centre beside the rail. */
export function ChatPage({ userId, onBack }: { userId: string; onBack: () => void }) {
  const page = useRef<HTMLDivElement>(null);
  useChatFocus(page, userId);
  return (
    <div
      ref={page}
      tabIndex={-1}
      data-chat-page
      className="sticky top-(--offline-bar) flex h-[calc(100dvh-var(--offline-bar))] flex-col outline-none"
    >
      <ChatThread key={userId} userId={userId} onClose={onBack} isPage />
    </div>
  );
}
