import { useQuery } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { LoadError } from '../../../ui/load-error.tsx';
import { useViewer } from '../../auth/viewer.ts';
import { useFileDrop } from '../../posts/attachments/file-input.ts';
import { CallSlotsContext } from '../call-slots.ts';
import { otherOf } from '../conversations/other-participant.ts';
import { conversationQuery } from './conversation.query.ts';
import { chatSlot, MessageComposer } from './message-composer.tsx';
import { MessageList } from './message-list.tsx';
import { onRefused } from './outbox.ts';
import { personQuery } from './person.query.ts';
import { ThreadHeader } from './thread-header.tsx';
import { ThreadSkeleton } from './thread-skeleton.tsx';

export interface ChatThreadProps {
  /** With whom. */
  userId: string;
  onClose?: () => void;
  /** Filling a phone's screen: closing is going back. */
  isPage?: boolean;
}

/** A conversation with a person, as tall as its place. Give it the person's id as its key. */
export function ChatThread({ userId, onClose, isPage = false }: ChatThreadProps) {
  const viewer = useViewer();
  const calls = use(CallSlotsContext);
  const { data, error, refetch } = useQuery(conversationQuery(userId));
  const isClosed = error instanceof ApiError && error.status === 403;
  const isRefused = !data && isClosed;
  const { data: stranger } = useQuery({ ...personQuery(userId), enabled: isRefused });
  const isBlocked = viewer.blockedUsers.includes(userId);

  const canWrite = data?.canMessage === true && !isClosed && !isBlocked;
  const slot = chatSlot(viewer._id, data?._id ?? '');
  // Anywhere in the chat.
  const { isOver, dropProps } = useFileDrop(slot, canWrite, 'message');

  useEffect(
    () => onRefused(({ receiverId }) => receiverId === userId && void refetch()),
    [userId, refetch],
  );

  const person = (data && otherOf(data, viewer._id)) ?? stranger;
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
          {canWrite ? (
            <MessageComposer
              slot={slot}
              conversationId={data._id}
              person={person}
              isOver={isOver}
            />
          ) : (
            <Refused isAtFoot />
          )}
        </>
      ) : isRefused ? (
        <Refused />
      ) : error ? (
        <LoadError message={error.message} onRetry={() => void refetch()} />
      ) : (
        <ThreadSkeleton hasComposer />
      )}
    </section>
  );
}

/** Said before anybody has typed (contract §3). */
function Refused({ isAtFoot = false }: { isAtFoot?: boolean }) {
  return (
    <p
      role="status"
      className={`px-6 text-center text-body text-muted text-balance ${isAtFoot ? 'border-t border-line py-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]' : 'py-16'}`}
    >
      {"This user doesn't accept messages from you."}
    </p>
  );
}
