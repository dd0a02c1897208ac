import type { Conversation } from '@roost/contract/chat';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { uniqueById } from '../../../lib/unique-by-id.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { useIsWide } from '../../../lib/wide-screen.ts';
import { useViewerId } from '../../auth/viewer.ts';
import { rowsOf } from './conversation-cache.ts';
import { ConversationRow } from './conversation-row.tsx';
import { ConversationSkeletons } from './conversation-skeletons.tsx';
import { conversationsQuery } from './conversations.query.ts';
import { useDeleteConversation } from './delete-conversation.ts';
import { closeChat, openedChat, useOpenChat } from '../place/open-chat.ts';
import { otherOf } from './other-participant.ts';
import { TwoOnAWire } from './two-on-a-wire.tsx';

/** The viewer's conversations (spec §2, messages); `action` is what an empty list offers. */
export function ConversationList({ action }: { action: ReactNode }) {
  const viewerId = useViewerId();
  const place = useRef<HTMLDivElement>(null);
  const remove = useDeleteConversation();
  const [asked, setAsked] = useState<Conversation>();
  const [isAsking, setAsking] = useState(false);
  const ask = useCallback((conversation: Conversation) => {
    setAsked(conversation);
    setAsking(true);
  }, []);
  return (
    <div ref={place}>
      <Conversations action={action} onDelete={ask} />
      {asked && (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title="Delete conversation"
          description={`All that you and @${otherOf(asked, viewerId).username} have written leaves your list. They keep their own.`}
          confirmLabel="Delete"
          danger
          onConfirm={() => {
            // The keyboard goes on from the page: the row's button goes with it.
            place.current?.closest<HTMLElement>('main')?.focus({ preventScroll: true });
            if (otherOf(asked, viewerId)._id === openedChat()) closeChat();
            remove(asked);
          }}
        />
      )}
    </div>
  );
}

/** Back from a chat that was a page, and that only now is closed, the keyboard goes on from its row. */
function focusLeft(rows: HTMLElement | null): void {
  const userId = rows && openedChat();
  if (!userId || document.activeElement !== document.body) return;
  const link = rows.querySelector<HTMLElement>(`[data-with="${CSS.escape(userId)}"] a`);
  link?.focus({ preventScroll: true });
}

interface ConversationsProps {
  action: ReactNode;
  onDelete: (conversation: Conversation) => void;
}

function Conversations({ action, onDelete }: ConversationsProps) {
  const list = useInfiniteQuery(conversationsQuery);
  const viewerId = useViewerId();
  const chatWith = useOpenChat();
  const isWide = useIsWide();
  if (!list.data) {
    if (!list.error) return <ConversationSkeletons />;
    return <LoadError message={list.error.message} onRetry={() => void list.refetch()} />;
  }
  const conversations = uniqueById(rowsOf(list.data));
  if (conversations.length === 0 && !list.hasNextPage) {
    return (
      <EmptyState
        drawing={<TwoOnAWire />}
        title="No conversations yet. Start a new message!"
        action={action}
      />
    );
  }
  return (
    <>
      <ul
        ref={isWide ? undefined : focusLeft}
        aria-label="Conversations"
        aria-busy={list.isFetching}
      >
        {conversations.map((conversation) => (
          <ConversationRow
            key={conversation._id}
            conversation={conversation}
            viewerId={viewerId}
            isOpen={otherOf(conversation, viewerId)._id === chatWith}
            onDelete={onDelete}
          />
        ))}
      </ul>
      <ListEnd
        list={list}
        count={conversations.length}
        ahead="800px"
        failed={list.error?.message ?? ''}
      >
        <ConversationSkeletons count={2} />
      </ListEnd>
    </>
  );
}
