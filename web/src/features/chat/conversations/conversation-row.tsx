import * as words from '#words/chat';
import type { Conversation } from '@roost/contract/chat';
import { clsx } from 'clsx';
import { Ellipsis, Trash2 } from 'lucide-react';
import { memo, type MouseEvent } from 'react';
import { Link } from '../../../lib/router/link.tsx';
import { shortCount } from '../../../lib/format/count.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { NameLine } from '../../../ui/name-line.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { PresenceDot } from '../../../ui/presence-dot.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useIsOnline } from '../../users/presence.ts';
import { useQueued } from '../outbox/message-outbox.ts';
import { previewOf } from './message-preview.ts';
import { openChat } from '../window/open-chat.ts';
import { otherOf, type Participant } from './other-participant.ts';
import { paths } from '../../../paths.ts';

interface ConversationRowProps {
  conversation: Conversation;
  viewerId: string;
  isOpen: boolean;
  /** Must be a stable function: a new one would re-render every row on each event. */
  onDelete: (conversation: Conversation) => void;
}

/** The other person and a preview of the last message. The whole row opens the chat, except its menu. */
export const ConversationRow = memo(function ConversationRow({
  conversation,
  viewerId,
  isOpen,
  onDelete,
}: ConversationRowProps) {
  const { lastMessage, updatedAt, currentUserUnreadCount: unread } = conversation;
  const other = otherOf(conversation, viewerId);
  const isUnread = unread > 0;
  // A queued message becomes the last one when it is sent. The chat already shows it.
  const waiting = useQueued(conversation._id).findLast(({ problem }) => !problem);
  const last = waiting
    ? { ...waiting, kind: 'message' as const, senderId: { _id: viewerId } }
    : lastMessage;
  const isOwn = last?.kind === 'message' && last.senderId._id === viewerId;
  return (
    <li
      data-with={other._id}
      className={clsx(
        'long-list-row relative flex items-center gap-3 border-b border-line py-3 pe-2 ps-4 compact:py-1.5 transition-colors has-[a:focus-visible]:bg-hover',
        isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Face person={other} />
      <Link
        to={paths.chat(other._id)}
        onClick={(event) => {
          if (!isPlain(event)) return;
          event.preventDefault();
          openChat(other._id);
        }}
        aria-current={isOpen || undefined}
        className="@container min-w-0 flex-1 rounded-xs after:absolute after:inset-0"
      >
        <NameLine user={other} nameClass={isUnread ? 'font-bold' : 'font-semibold'}>
          {' '}
          <RelativeTime
            iso={updatedAt}
            className={clsx(
              'nums ms-auto shrink-0 ps-1 text-meta',
              isUnread ? 'font-semibold text-accent-text' : 'text-muted',
            )}
          />
        </NameLine>{' '}
        <span className="mt-0.5 flex min-h-5.5 flex-wrap items-center gap-x-2">
          <span
            dir="auto"
            className={clsx(
              'min-w-0 flex-[1_1_5rem] truncate text-match-parent',
              isUnread ? 'font-semibold' : 'text-muted',
            )}
          >
            {isOwn && (
              // The line has the direction of the message, so that what does not fit is its end. `dir=auto` ignores a `bdi`.
              <>
                <bdi>{words.youAsAuthor}</bdi>:{' '}
              </>
            )}
            {last && previewOf(last)}
          </span>{' '}
          {isUnread && <UnreadCount count={unread} />}
        </span>
      </Link>
      <Menu
        items={[
          {
            label: words.deleteConversation,
            icon: <Trash2 />,
            danger: true,
            onSelect: () => onDelete(conversation),
          },
        ]}
        trigger={
          <IconButton
            label={words.moreAboutTheConversationWith({ username: other.username })}
            className="relative size-9"
          >
            <Ellipsis />
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
      <Avatar user={person} size={48} className="compact:size-9!" />
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
      <span className="sr-only">{words.unread({ count })}</span>
    </span>
  );
}

/** Whether a click is without modifier keys, which would open a new tab or window. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
