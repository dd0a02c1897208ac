import type { Conversation } from '@roost/contract/chat';
import type { ReactNode } from 'react';
import { ChatThread } from '../thread/chat-thread.tsx';

/** The open chat where there is no right column: it fills the screen (theme.css), or the centre beside the rail. */
export function ChatPage({
  userId,
  onBack,
  actions,
}: {
  userId: string;
  onBack: () => void;
  actions?: (conversation: Conversation) => ReactNode;
}) {
  return (
    <div
      data-chat-page
      className="sticky top-(--offline-bar) flex h-[calc(100dvh-var(--offline-bar))] flex-col"
    >
      <ChatThread
        key={userId}
        userId={userId}
        onClose={onBack}
        {...(actions && { actions })}
        isPage
      />
    </div>
  );
}
