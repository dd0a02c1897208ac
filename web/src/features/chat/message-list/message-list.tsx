import type { Conversation } from '@roost/contract/chat';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Virtualizer } from 'virtua';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import { Announcer } from './announcer.tsx';
import type { Participant } from '../conversations/other-participant.ts';
import { messagesOf, type MessagePages } from '../history/message-pages.ts';
import { MessageLine } from '../message/message-line.tsx';
import { messagesQuery } from '../history/messages.query.ts';
import { NewMessagesPill } from './new-messages-pill.tsx';
import { useQueued } from '../outbox/outbox.ts';
import { firstUnread, threadRows, type Unread } from './thread-rows.ts';
import { ThreadSkeleton } from '../thread/thread-skeleton.tsx';
import { TypingDots } from '../typing/typing-dots.tsx';
import { useReadMark } from '../marks/use-read-mark.ts';
import { useThreadScroll } from './use-thread-scroll.ts';
import { useToday } from './use-today.ts';

interface MessageListProps {
  conversation: Conversation;
  person: Participant;
}

/** What was said, as far as it is loaded, and what is on its way. */
export function MessageList({ conversation, person }: MessageListProps) {
  const list = useInfiniteQuery(messagesQuery(conversation._id));
  const { data, error, isFetchNextPageError, isFetchingNextPage, hasNextPage } = list;
  const isReady = useUnreadLoaded(conversation, list);
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
      // A history taken away starts anew.
      key={conversation._id}
      conversation={conversation}
      person={person}
      data={data}
      older={{
        isThere: hasNextPage,
        isFetching: isFetchingNextPage,
        hasFailed: isFetchNextPageError,
        fetch: () => void list.fetchNextPage({ cancelRefetch: false }),
      }}
    />
  );
}

/** So much unread is loaded for the place where reading goes on; beyond it one begins at the end. */
const MOST_UNREAD_PAGES = 4;

/** Whether the thread can be shown: loaded down to where reading goes on. */
function useUnreadLoaded(
  { currentUserUnreadCount: count }: Conversation,
  list: UseInfiniteQueryResult<MessagePages>,
): boolean {
  const viewerId = useViewerId();
  const [wasReady, setReady] = useState(false);
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const isLacking =
    !wasReady &&
    data !== undefined &&
    count > 0 &&
    hasNextPage &&
    !isFetchNextPageError &&
    data.pages.length < MOST_UNREAD_PAGES &&
    !firstUnread(messagesOf(data), viewerId, { count, upTo: Infinity });
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
  older,
}: MessageListProps & { data: MessagePages; older: Older }) {
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
  });
  useReadMark(conversation, scroll.seenUpTo);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroll.box}
        role="log"
        // What is scrolled in is not news; the announcer tells what is.
        aria-live="off"
        aria-label={`Messages with ${person.fullName}`}
        tabIndex={0}
        data-thread
        className="flex min-h-0 flex-1 flex-col overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        {rows.length === 0 && <Beginning person={person} />}
        {/* Few messages stand at the foot. */}
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
            <MessageLine
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
          <span className="sr-only">Loading older messages</span>
        </span>
      )}
      {older.hasFailed && (
        <div
          role="alert"
          className="absolute inset-x-3 top-3 flex items-center justify-between gap-3 rounded-card bg-raised p-3 text-meta shadow-float"
        >
          Older messages could not be loaded.
          <Button size="sm" variant="secondary" onClick={older.fetch}>
            Try again
          </Button>
        </div>
      )}
      <NewMessagesPill messages={messages} isAtEnd={scroll.isAtEnd} onPress={scroll.toEnd} />
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
      <p className="mt-1 text-body text-muted">Nothing written yet.</p>
    </div>
  );
}
