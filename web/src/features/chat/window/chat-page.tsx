import { useRef } from 'react';
import { ChatThread } from '../thread/chat-thread.tsx';
import { useChatFocus } from './use-chat-focus.ts';
import { useVisiblePart } from './use-visible-part.ts';

/**
 * The open chat without a right column. It fills the centre, or the whole screen of a phone except the keyboard
 * (base.css).
 */
export function ChatPage({ userId, onBack }: { userId: string; onBack: () => void }) {
  const page = useRef<HTMLDivElement>(null);
  useChatFocus(page, userId);
  useVisiblePart(page);
  return (
    <div
      ref={page}
      tabIndex={-1}
      data-chat-page
      className="sticky top-[max(var(--offline-bar),var(--seen-top,0px))] flex h-[calc(var(--seen-bottom,100dvh)-max(var(--offline-bar),var(--seen-top,0px)))] flex-col outline-none"
    >
      <ChatThread key={userId} userId={userId} onClose={onBack} isPage />
    </div>
  );
}
