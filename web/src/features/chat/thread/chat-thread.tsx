import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { tellHeight } from '../../../lib/tell-height.ts';
import { LoadError } from '../../../ui/load-error.tsx';
import { useViewer } from '../../auth/viewer.ts';
import { useFileDrop } from '../../posts/attachments/file-input.ts';
import { CallSlotsContext } from '../call-slots.ts';
import { personInList } from '../conversations/conversation-cache.ts';
import { otherOf } from '../conversations/other-participant.ts';
import { conversationQuery, isImpossible } from './conversation.query.ts';
import { chatSlot, MessageComposer } from '../composer/message-composer.tsx';
import { MessageList } from '../message-list/message-list.tsx';
import { NoSuchChat } from './no-such-chat.tsx';
import { onRefused } from '../outbox/outbox.ts';
import { personQuery } from './person.query.ts';
import { Refused } from './refused.tsx';
import { ThreadHeader } from './thread-header.tsx';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import { useAskAnew } from './use-ask-anew.ts';

export interface ChatThreadProps {
  /** With whom. */
  userId: string;
  onClose?: () => void;
  /** Filling a phone's screen: closing is going back. */
  isPage?: boolean;
}

/** Toasts stay above what stands at a chat's foot. */
function tellFoot(foot: HTMLElement | null) {
  return tellHeight(foot, '--chat-foot');
}

/** A conversation with a person, as tall as its place. Give it the person's id as its key. */
export function ChatThread({ userId, onClose, isPage = false }: ChatThreadProps) {
  const viewer = useViewer();
  const calls = use(CallSlotsContext);
  const client = useQueryClient();
  const answer = useQuery(conversationQuery(userId));
  const { data, error, refetch } = answer;
  const isClosed = error instanceof ApiError && error.status === 403;
  const isRefused = !data && isClosed;
  const { data: stranger } = useQuery({ ...personQuery(userId), enabled: isRefused });
  const refusal = {
    isBlocked: viewer.blockedUsers.includes(userId),
    answeredAt: Math.max(answer.dataUpdatedAt, answer.errorUpdatedAt),
  };
  useAskAnew(userId);

  const canWrite = data?.canMessage === true && !isClosed && !refusal.isBlocked;
  const slot = chatSlot(viewer._id, data?._id ?? '');
  // Anywhere in the chat.
  const { isOver, dropProps } = useFileDrop(slot, canWrite, 'message');

  useEffect(
    () => onRefused(({ receiverId }) => receiverId === userId && void refetch()),
    [userId, refetch],
  );

  // Who it is is known before the answer, where one comes from the list.
  const known = userId === viewer._id ? undefined : personInList(client, userId);
  const person = (data && otherOf(data, viewer._id)) ?? stranger ?? known;
  return (
    <section
      {...dropProps}
      aria-label={person ? `Chat with ${person.fullName}` : 'Chat'}
      className="flex h-full min-h-0 flex-col bg-page"
    >
      <ThreadHeader
        person={person}
        isLoading={!data && (!error || isRefused)}
        isPage={isPage}
        onClose={onClose}
        actions={data?.canCall && person && calls?.buttons(person)}
      />
      {data && person ? (
        <>
          <MessageList conversation={data} person={person} />
          {/* Room and targets in px: large text gets the width. */}
          <div ref={tellFoot} className="shrink-0 [--spacing:4px]">
            {canWrite ? (
              <MessageComposer
                slot={slot}
                conversationId={data._id}
                person={person}
                isOver={isOver}
              />
            ) : (
              <Refused person={person} {...refusal} isAtFoot />
            )}
          </div>
        </>
      ) : isRefused ? (
        <Refused person={person} {...refusal} />
      ) : error && isImpossible(error) ? (
        <NoSuchChat error={error} isPage={isPage} />
      ) : error ? (
        <LoadError message={error.message} onRetry={() => void refetch()} />
      ) : (
        <ThreadSkeleton hasComposer />
      )}
    </section>
  );
}
