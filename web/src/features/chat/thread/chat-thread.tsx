import * as words from '#words/chat';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { publishHeight } from '../../../lib/page/publish-height.ts';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { useViewer } from '../../auth/viewer.ts';
import { useFileDrop } from '../../compose/attachments/file-input.ts';
import { CallSlotsContext } from '../call-slots.ts';
import { personInList } from '../conversations/conversation-cache.ts';
import { otherOf } from '../conversations/other-participant.ts';
import { conversationQuery, isImpossible } from './conversation.query.ts';
import { chatDraftKey } from '../composer/chat-draft-key.ts';
import { MessageComposer } from '../composer/message-composer.tsx';
import { MessageList } from '../message-list/message-list.tsx';
import { NoSuchChat } from './no-such-chat.tsx';
import { onMessageRefused } from '../outbox/message-outbox.ts';
import { personQuery } from './person.query.ts';
import { Refused } from './refused.tsx';
import { ThreadHeader } from './thread-header.tsx';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import { useRefetchConversation } from './use-refetch-conversation.ts';

export interface ChatThreadProps {
  /** The other person. */
  userId: string;
  onClose?: () => void;
  /** The chat fills a phone's screen. It then closes by going back. */
  isPage?: boolean;
}

/** Publishes the height of the composer, so that toasts stay above it. */
function publishFootHeight(foot: HTMLElement | null) {
  return publishHeight(foot, '--chat-foot');
}

/** A conversation with a person, as tall as its container. Use the person's id as the React key. */
export function ChatThread({ userId, onClose, isPage = false }: ChatThreadProps) {
  const viewer = useViewer();
  const calls = use(CallSlotsContext);
  const client = useQueryClient();
  const answer = useQuery(conversationQuery(userId));
  const { data, error, refetch } = answer;
  const isClosed = error instanceof ApiError && error.status === 403;
  // While a query without data is refetched, it has no error. Until the answer, the chat stays refused.
  const [wasRefused, setWasRefused] = useState(false);
  const isRefused = !data && (answer.isPending ? wasRefused : isClosed);
  if (wasRefused !== isRefused) setWasRefused(isRefused);
  const { data: stranger } = useQuery({ ...personQuery(userId), enabled: isRefused });
  const refusal = {
    isBlocked: viewer.blockedUsers.includes(userId),
    answeredAt: Math.max(answer.dataUpdatedAt, answer.errorUpdatedAt),
  };
  useRefetchConversation(userId);

  const canWrite = data?.canMessage === true && !isClosed && !refusal.isBlocked;
  const draftKey = chatDraftKey(viewer._id, data?._id ?? '');
  // The whole chat accepts dropped files.
  const { isOver, dropProps } = useFileDrop(draftKey, canWrite, 'message');

  useEffect(
    () => onMessageRefused(({ receiverId }) => receiverId === userId && void refetch()),
    [userId, refetch],
  );

  // If the conversation is in the list, the person is known before the answer arrives.
  const known = userId === viewer._id ? undefined : personInList(client, userId);
  const person = (data && otherOf(data, viewer._id)) ?? stranger ?? known;
  return (
    <section
      {...dropProps}
      aria-label={person ? words.chatWith({ fullName: person.fullName }) : words.chat}
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
          {/* Spacing in px: with a large font size, the width goes to the text. */}
          <div ref={publishFootHeight} className="shrink-0 [--spacing:4px]">
            {canWrite ? (
              <MessageComposer
                draftKey={draftKey}
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
