import * as words from '#words/chat';
import type { Conversation } from '@roost/contract/chat';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { ListEnd } from '../../../ui/states/list-end.tsx';
import { useIsWide } from '../../../lib/page/screen-width.ts';
import { useViewerId } from '../../auth/viewer.ts';
import { rowsOf } from './conversation-cache.ts';
import { ConversationRow } from './conversation-row.tsx';
import { ConversationSkeletons } from './conversation-skeletons.tsx';
import { conversationsQuery } from './conversations.query.ts';
import { useDeleteConversation } from './delete-conversation.ts';
import { closeChat, openedChat, useOpenChat } from '../window/open-chat.ts';
import { otherOf } from './other-participant.ts';
import { TwoOnAWire } from '../../../ui/illustrations/two-on-a-wire.tsx';

/** The viewer's conversations. An empty list shows `action`. */
export function ConversationList({ action }: { action: ReactNode }) {
  const viewerId = useViewerId();
  const container = useRef<HTMLDivElement>(null);
  const remove = useDeleteConversation();
  const [asked, setAsked] = useState<Conversation>();
  const [isAsking, setAsking] = useState(false);
  const ask = useCallback((conversation: Conversation) => {
    setAsked(conversation);
    setAsking(true);
  }, []);
  return (
    <div ref={container}>
      <Conversations action={action} onDelete={ask} />
      {asked && (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={words.deleteConversation}
          description={words.deletedConversation({
            username: otherOf(asked, viewerId).username,
          })}
          confirmLabel={words.delete}
          danger
          onConfirm={() => {
            // The row's button disappears with the row, so move the focus to the page first.
            container.current?.closest<HTMLElement>('main')?.focus({ preventScroll: true });
            if (otherOf(asked, viewerId)._id === openedChat()) closeChat();
            remove(asked);
          }}
        />
      )}
    </div>
  );
}

/** Focuses the row of the chat that the user has just left. On narrow screens the chat was a page of its own. */
function focusClosedRow(rows: HTMLElement | null): void {
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
    return <EmptyState drawing={<TwoOnAWire />} title={words.noConversationsYet} action={action} />;
  }
  return (
    <>
      <ul
        ref={isWide ? undefined : focusClosedRow}
        aria-label={words.conversations}
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
