import * as words from '#words/chat';
import type { Conversation } from '@roost/contract/chat';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Virtualizer } from 'virtua';
import { useToday } from '../../../lib/use-today.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import { Announcer } from './announcer.tsx';
import type { Participant } from '../conversations/other-participant.ts';
import { messagesOf, type MessagePages } from '../messages/message-pages.ts';
import { MessageRow } from '../messages/message-row.tsx';
import { messagesQuery } from '../messages/messages.query.ts';
import { NewMessagesPill } from './new-messages-pill.tsx';
import { useQueued } from '../outbox/message-outbox.ts';
import { firstUnread, threadRows, type Unread } from './thread-rows.ts';
import { ThreadSkeleton } from '../thread/thread-skeleton.tsx';
import { TypingDots } from '../composer/typing-dots.tsx';
import { useRestoredPosition, useSavePosition, type ThreadPosition } from './thread-position.ts';
import { useReadReceipts } from './use-read-receipts.ts';
import { useThreadScroll } from './use-thread-scroll.ts';

interface MessageListProps {
  conversation: Conversation;
  person: Participant;
}

/** The loaded messages of a conversation and the queued ones. */
export function MessageList({ conversation, person }: MessageListProps) {
  const list = useInfiniteQuery(messagesQuery(conversation._id));
  const { data, error, isFetchNextPageError, isFetchingNextPage, hasNextPage } = list;
  const restoredPosition = useRestoredPosition(conversation._id);
  const isReady = useStartLoaded(conversation, list, restoredPosition);
  if (!data || !isReady) {
    return error && !data ? (
      <div className="flex min-h-0 flex-1 flex-col justify-center">
        <LoadError message={error.message} onRetry={() => void list.refetch()} />
      </div>
    ) : (
      <ThreadSkeleton />
    );
  }
  return (
    <Messages
      // Another conversation starts with fresh state.
      key={conversation._id}
      conversation={conversation}
      person={person}
      data={data}
      restoredPosition={restoredPosition}
      older={{
        isThere: hasNextPage,
        isFetching: isFetchingNextPage,
        hasFailed: isFetchNextPageError,
        fetch: () => void list.fetchNextPage({ cancelRefetch: false }),
      }}
    />
  );
}

/** At most this many pages are loaded to find where the thread opens. If it lies further up, the thread opens at its end. */
const MAX_START_PAGES = 4;

/** Loads pages until the restored position or the first unread message is found. Returns whether the thread can be shown. */
function useStartLoaded(
  { currentUserUnreadCount: count }: Conversation,
  list: UseInfiniteQueryResult<MessagePages>,
  restoredPosition: ThreadPosition,
): boolean {
  const viewerId = useViewerId();
  const [wasReady, setReady] = useState(false);
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const isLacking =
    !wasReady &&
    data !== undefined &&
    hasNextPage &&
    !isFetchNextPageError &&
    data.pages.length < MAX_START_PAGES &&
    (restoredPosition
      ? !messagesOf(data).some(({ clientId, _id }) => (clientId ?? _id) === restoredPosition.row)
      : count > 0 && !firstUnread(messagesOf(data), viewerId, { count, upTo: Infinity }));
  if (!wasReady && data && !isLacking) setReady(true);
  useEffect(() => {
    if (isLacking && !isFetching) void fetchNextPage();
  }, [isLacking, isFetching, fetchNextPage]);
  return wasReady || !isLacking;
}

interface Older {
  isThere: boolean;
  isFetching: boolean;
  hasFailed: boolean;
  fetch: () => void;
}

function Messages({
  conversation,
  person,
  data,
  restoredPosition,
  older,
}: MessageListProps & { data: MessagePages; restoredPosition: ThreadPosition; older: Older }) {
  const viewerId = useViewerId();
  const messages = useMemo(() => messagesOf(data), [data]);
  const queued = useQueued(conversation._id);
  const newest = messages.at(-1)?.number ?? 0;
  const [unread] = useState<Unread>({ count: conversation.currentUserUnreadCount, upTo: newest });
  const hasAnswered =
    queued.length > 0 ||
    messages.some(({ number, senderId }) => number > unread.upTo && senderId._id === viewerId);
  const [unreadId, setUnreadId] = useState(() => firstUnread(messages, viewerId, unread));
  if (!unreadId && unread.count > 0) {
    const found = firstUnread(messages, viewerId, unread);
    if (found) setUnreadId(found);
  }
  const rows = useMemo(
    () => threadRows({ viewerId, messages, queued, unreadId: hasAnswered ? undefined : unreadId }),
    [viewerId, messages, queued, unreadId, hasAnswered],
  );
  const today = useToday();
  const scroll = useThreadScroll(rows, {
    isOlderWanted: older.isThere && !older.isFetching && !older.hasFailed,
    onOlder: older.fetch,
    restoredPosition,
    onPosition: useSavePosition(conversation._id),
  });
  useReadReceipts(conversation, scroll.seenUpTo);

  return (
    <div className="@container relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroll.box}
        role="log"
        // Scrolling mounts old rows, which must not be announced. The Announcer announces new messages.
        aria-live="off"
        aria-label={words.messagesWith({ fullName: person.fullName })}
        tabIndex={0}
        data-thread
        className="flex min-h-0 flex-1 flex-col overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        {rows.length === 0 && <Beginning person={person} />}
        {/* Pushes a short thread to the bottom. */}
        <div className="flex-1" />
        <Virtualizer
          ref={scroll.list}
          scrollRef={scroll.box}
          data={rows}
          shift={scroll.hasRowsAbove}
          bufferSize={600}
          onScroll={scroll.onScroll}
          onResize={scroll.onResize}
        >
          {(row) => (
            <MessageRow
              key={row.key}
              row={row}
              person={person}
              today={today}
              canCall={conversation.canCall}
            />
          )}
        </Virtualizer>
        <TypingDots conversationId={conversation._id} person={person} onChange={scroll.onResize} />
        <div className="h-2 shrink-0" />
      </div>
      {older.isFetching && (
        <span
          role="status"
          className="pointer-events-none absolute inset-x-0 top-3 mx-auto flex size-9 animate-appear-late items-center justify-center rounded-full bg-raised shadow-lift"
        >
          <Spinner />
          <span className="sr-only">{words.loadingOlderMessages}</span>
        </span>
      )}
      {older.hasFailed && (
        <div
          role="alert"
          className="absolute inset-x-3 top-3 flex items-center justify-between gap-3 rounded-card bg-raised p-3 text-meta shadow-float"
        >
          {words.olderMessagesCouldNotBeLoaded}
          <Button size="sm" variant="secondary" onClick={older.fetch}>
            {words.tryAgain}
          </Button>
        </div>
      )}
      <NewMessagesPill messages={messages} isAtEnd={scroll.isAtEnd} onPress={scroll.jumpToEnd} />
      <Announcer conversationId={conversation._id} messages={messages} person={person} />
    </div>
  );
}

function Beginning({ person }: { person: Participant }) {
  return (
    <div className="flex animate-appear flex-col items-center px-6 pt-16 text-center">
      <Avatar user={person} size={72} />
      <p dir="auto" className="mt-3 text-section font-semibold">
        {person.fullName}
      </p>
      <p className="mt-1 text-body text-muted">{words.nothingWrittenYet}</p>
    </div>
  );
}
