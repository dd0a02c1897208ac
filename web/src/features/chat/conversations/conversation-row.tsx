import type { Conversation } from '@roost/contract/chat';
import { clsx } from 'clsx';
import { Ellipsis, Trash2 } from 'lucide-react';
import { memo, type MouseEvent } from 'react';
import { Link } from 'react-router';
import { fullCount, shortCount } from '../../../lib/count.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { VerifiedBadge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { PresenceDot } from '../../../ui/presence-dot.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useIsOnline } from '../../users/presence.ts';
import { chatPath } from '../place/chat-place.ts';
import { useQueued } from '../outbox/outbox.ts';
import { previewOf } from './message-preview.ts';
import { openChat } from '../place/open-chat.ts';
import { otherOf, type Participant } from './other-participant.ts';

interface ConversationRowProps {
  conversation: Conversation;
  viewerId: string;
  isOpen: boolean;
  /** The same function each time, lest every row be drawn anew with each event. */
  onDelete: (conversation: Conversation) => void;
}

/** Whom one talks with, and what was said last. The whole row opens the chat, but for its menu. */
export const ConversationRow = memo(function ConversationRow({
  conversation,
  viewerId,
  isOpen,
  onDelete,
}: ConversationRowProps) {
  const { lastMessage, updatedAt, currentUserUnreadCount: unread } = conversation;
  const other = otherOf(conversation, viewerId);
  const isUnread = unread > 0;
  // What is on its way will be the last, and stands in the chat already.
  const waiting = useQueued(conversation._id).findLast(({ problem }) => !problem);
  const last = waiting
    ? { ...waiting, kind: 'message' as const, senderId: { _id: viewerId } }
    : lastMessage;
  return (
    <li
      data-with={other._id}
      className={clsx(
        'long-list-row relative flex items-center gap-3 border-b border-line py-3 pr-2 pl-4 transition-colors has-[a:focus-visible]:bg-hover',
        isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Face person={other} />
      <Link
        to={chatPath(other._id)}
        onClick={(event) => {
          if (!isPlain(event)) return;
          event.preventDefault();
          openChat(other._id);
        }}
        aria-current={isOpen || undefined}
        className="min-w-0 flex-1 rounded-xs after:absolute after:inset-0"
      >
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span
            className={clsx(
              'flex min-w-0 flex-[1_1_7rem] items-center gap-1 text-name',
              isUnread ? 'font-bold' : 'font-semibold',
            )}
          >
            <span className="min-w-0 truncate">
              <bdi>{other.fullName || other.username}</bdi>
            </span>
            {other.premium.isActive && <VerifiedBadge label="Premium" />}
          </span>{' '}
          <RelativeTime
            iso={updatedAt}
            className={clsx(
              'nums shrink-0 text-meta',
              isUnread ? 'font-semibold text-accent-text' : 'text-muted',
            )}
          />
        </span>{' '}
        <span className="mt-0.5 flex min-h-5.5 flex-wrap items-center gap-x-2">
          <span
            dir="auto"
            className={clsx(
              'min-w-0 flex-[1_1_5rem] truncate',
              isUnread ? 'font-semibold' : 'text-muted',
            )}
          >
            {previewOf(last, viewerId)}
          </span>{' '}
          {isUnread && <UnreadCount count={unread} />}
        </span>
      </Link>
      <Menu
        items={[
          {
            label: 'Delete conversation',
            icon: <Trash2 />,
            danger: true,
            onSelect: () => onDelete(conversation),
          },
        ]}
        trigger={
          <IconButton
            label={`More about the conversation with @${other.username}`}
            className="relative size-9"
          >
            <Ellipsis size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        }
      />
    </li>
  );
});

function Face({ person }: { person: Participant }) {
  const isOnline = useIsOnline(person._id);
  return (
    <span className="relative flex shrink-0">
      <Avatar user={person} size={48} />
      {isOnline && <PresenceDot />}
    </span>
  );
}

function UnreadCount({ count }: { count: number }) {
  return (
    <span
      data-count={count}
      className="nums flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full bg-accent px-1.5 text-meta leading-none font-bold text-on-accent"
    >
      <span aria-hidden>{shortCount(count)}</span>
      <span className="sr-only">{fullCount(count)} unread</span>
    </span>
  );
}

/** A press that is not meant to open a tab or window of its own. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
