import * as words from '#words/notifications';
import type { NotificationGroup } from '@roost/contract/notifications';
import { clsx } from 'clsx';
import {
  AtSign,
  Gavel,
  Heart,
  MessageCircle,
  Repeat2,
  ShieldAlert,
  UserRound,
  UserRoundPlus,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from '../../../lib/router/link.tsx';
import { IsolatedText } from '../../users/isolated-text.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { SiteLogo } from '../../../ui/illustrations/site-logo.tsx';
import { nameOf } from '../../../ui/name-of.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Sentence } from '../../../ui/sentence.tsx';
import { MutedContent } from '../../posts/card/muted-content.tsx';
import { RequestAnswers } from './request-answers.tsx';
import { areButtonsShown, MoreButton, RowButtons } from './row-buttons.tsx';
import { DecisionDetails } from '../decisions/decision-details.tsx';
import { sentenceOf, type Sender } from './sentence.ts';
import { Thumbnail } from './thumbnail.tsx';
import { paths } from '../../../paths.ts';

interface NotificationRowProps {
  group: NotificationGroup;
  /** Unread, or read because the person saw it on this page. */
  isNew: boolean;
  /** `isQuiet`: the person also follows the link, so a failure shows nothing. */
  onRead: (isQuiet: boolean) => void;
  onRemove: () => void;
}

/** A notification or a group of them. The whole row is a link, except its buttons. */
export function NotificationRow({ group, isNew, onRead, onRemove }: NotificationRowProps) {
  const { key, type, post, createdAt } = group;
  const [isOpen, setOpen] = useState(false);
  const isUnread = group.unread > 0;
  return (
    <li
      data-key={key}
      data-newest={group.newestId}
      data-unread={isUnread || undefined}
      onScroll={({ currentTarget }) => setOpen(areButtonsShown(currentTarget))}
      className={clsx(
        'group relative border-b border-line transition-colors hover:bg-hover has-[a:focus-visible]:bg-hover',
        // Without a mouse, a swipe or a press shows the buttons.
        'motion-safe:scroll-smooth flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] hovers:overflow-visible',
        isNew && 'bg-accent-soft',
      )}
    >
      <div className="relative flex w-full shrink-0 snap-start gap-3 px-4 py-3 compact:py-1.5">
        <span className="flex w-6 shrink-0 justify-center pt-2 compact:pt-1">{icons[type]}</span>
        <div className="min-w-0 flex-1">
          <Senders group={group} />
          <Lead group={group} onRead={() => onRead(true)}>
            <Sentence
              parts={sentenceOf(group, (sender) => (
                <Name key={sender._id} sender={sender} />
              ))}
            />
            {/* The dot stays with the word before it, so no line begins with a dot. */}
            <span className="whitespace-nowrap text-muted">
              {'\u00a0'}· <RelativeTime iso={createdAt} />
            </span>
            {isUnread && <span className="sr-only"> {words.isUnread}</span>}
          </Lead>
          {group.decision && <DecisionDetails decision={group.decision} />}
          {type === 'followRequest' && <RequestAnswers group={group} />}
          {isAboutPost(type) && (
            <MutedContent id={key} word={group.mutedBy}>
              <Excerpt post={post} />
            </MutedContent>
          )}
        </div>
        <MoreButton group={group} isOpen={isOpen} />
      </div>
      <RowButtons group={group} onRead={() => onRead(false)} onRemove={onRemove} />
    </li>
  );
}

/** The pictures of the newest senders, the newest on top. */
function Senders({ group: { type, senders } }: { group: NotificationGroup }) {
  if (isBySite(type)) return <SiteLogo className="size-9 compact:size-7 text-accent-text" />;
  return (
    <div className="flex -space-x-2 hovers:pe-28">
      {senders.map((sender, index) => (
        <span
          key={sender._id}
          data-person={sender.username}
          style={{ zIndex: senders.length - index }}
          className={clsx('relative flex rounded-full', senders.length > 1 && 'ring-2 ring-page')}
        >
          <Avatar user={sender} size={36} className="compact:size-7!" />
        </span>
      ))}
    </div>
  );
}

function Name({ sender }: { sender: Sender }) {
  return (
    <strong data-person={sender.username} className="font-semibold">
      <bdi>{nameOf(sender)}</bdi>
    </strong>
  );
}

const lead =
  'mt-2 compact:mt-1 block w-full rounded-xs text-start text-body [overflow-wrap:anywhere] after:absolute after:inset-0';

/** Links to what the notification is about. Without a target, a press only marks the row as read. */
function Lead({
  group,
  onRead,
  children,
}: {
  group: NotificationGroup;
  onRead: () => void;
  children: ReactNode;
}) {
  const to = targetOf(group);
  if (!to) {
    return (
      <button type="button" data-lead onClick={onRead} className={lead}>
        {children}
      </button>
    );
  }
  return (
    <Link
      to={to}
      data-lead
      onClick={onRead}
      // Opening it in a new tab also marks it as read.
      onAuxClick={({ button }) => button === 1 && onRead()}
      className={lead}
    >
      {children}
    </Link>
  );
}

const isBySite = (type: NotificationGroup['type']) => type === 'moderation' || type === 'security';

const isAboutPost = (type: NotificationGroup['type']) =>
  type === 'like' || type === 'repost' || type === 'comment' || type === 'mention';

function targetOf({ type, senders: [newest], post }: NotificationGroup): string | undefined {
  if (type === 'follow') return newest && paths.profile(newest.username);
  if (type === 'followRequest') return paths.followRequests;
  if (type === 'moderation') return paths.decisions;
  if (type === 'security') return paths.settingsSection('security');
  return post ? paths.post(post._id) : undefined;
}

function Excerpt({ post }: { post: NotificationGroup['post'] }) {
  if (!post) return <p className="mt-0.5 text-muted">{words.postNotAvailable}</p>;
  return (
    <div className="mt-0.5 flex items-start gap-3">
      {post.content && (
        <p dir="auto" className="line-clamp-2 min-w-0 flex-1 text-muted [overflow-wrap:anywhere]">
          <IsolatedText text={post.content} />
        </p>
      )}
      {post.thumbnail && <Thumbnail media={post.thumbnail} />}
    </div>
  );
}

const icons: Record<NotificationGroup['type'], ReactNode> = {
  like: <Heart className="fill-current text-like" />,
  repost: <Repeat2 className="text-repost" />,
  comment: <MessageCircle className="text-accent-text" />,
  mention: <AtSign className="text-accent-text" />,
  follow: <UserRound className="fill-current text-accent-text" />,
  followRequest: <UserRoundPlus className="text-accent-text" />,
  moderation: <Gavel className="text-accent-text" />,
  security: <ShieldAlert className="text-accent-text" />,
};
