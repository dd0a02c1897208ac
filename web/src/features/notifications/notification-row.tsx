import type { Notification } from '@roost/contract/notifications';
import { clsx } from 'clsx';
import { AtSign, Check, Heart, MessageCircle, Repeat2, Trash2, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { postPath } from '../posts/post-identity.ts';
import { profilePath } from '../users/profile-path.ts';
import { sentenceOf, type Fold } from './fold.ts';

interface NotificationRowProps {
  fold: Fold;
  /** `isQuiet`: along with going where it leads. */
  onRead: (isQuiet: boolean) => void;
  onRemove: () => void;
}

const MOST_FACES = 3;

/** One notification, or a fold of them. The whole row leads on, but for its buttons. */
export function NotificationRow({ fold, onRead, onRemove }: NotificationRowProps) {
  const [newest] = fold;
  const isUnread = fold.some(({ read }) => !read);
  const label = plainSentence(fold);
  return (
    <li
      data-unread={isUnread || undefined}
      className={clsx(
        'group relative flex gap-3 border-b border-line px-4 py-3 transition-colors hover:bg-hover has-[a:focus-visible]:bg-hover',
        isUnread && 'bg-accent-soft',
      )}
    >
      <span className="flex w-6 shrink-0 justify-center pt-2">{icons[newest.type]}</span>
      <div className="min-w-0 flex-1">
        <div className="flex gap-1 pr-20">
          {fold.slice(0, MOST_FACES).map(({ _id, sender }) => (
            <Avatar key={_id} user={sender} size={36} />
          ))}
        </div>
        <Lead notification={newest} onRead={() => onRead(true)}>
          <Sentence fold={fold} />{' '}
          <span className="whitespace-nowrap text-muted">
            · <RelativeTime iso={newest.createdAt} />
          </span>
          {isUnread && <span className="sr-only"> Unread.</span>}
        </Lead>
        {newest.type !== 'follow' && <Excerpt post={newest.post} />}
      </div>
      <div className="absolute top-3 right-2 flex">
        {isUnread && (
          <IconButton label="Mark as read" aria-description={label} onClick={() => onRead(false)}>
            <Check size={18} strokeWidth={1.75} aria-hidden />
          </IconButton>
        )}
        <IconButton label="Delete" aria-description={label} onClick={onRemove}>
          <Trash2 size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}

const lead =
  'mt-2 block w-full rounded-xs text-left text-body [overflow-wrap:anywhere] after:absolute after:inset-0';

/** To the post, or to whoever follows now; what leads nowhere any more is only marked. */
function Lead({
  notification: { type, sender, post },
  onRead,
  children,
}: {
  notification: Notification;
  onRead: () => void;
  children: ReactNode;
}) {
  const to = type === 'follow' ? profilePath(sender.username) : post && postPath(post._id);
  if (!to) {
    return (
      <button type="button" onClick={onRead} className={lead}>
        {children}
      </button>
    );
  }
  return (
    <Link
      to={to}
      onClick={onRead}
      // In a new tab it is read as well.
      onAuxClick={({ button }) => button === 1 && onRead()}
      className={lead}
    >
      {children}
    </Link>
  );
}

function Excerpt({ post }: { post: Notification['post'] }) {
  if (!post) return <p className="mt-0.5 text-muted">This post is no longer available.</p>;
  if (!post.content) return null;
  return (
    <p dir="auto" className="mt-0.5 line-clamp-2 text-muted [overflow-wrap:anywhere]">
      {post.content}
    </p>
  );
}

/** 'A, B and 3 others liked your post.' */
function Sentence({ fold }: { fold: Fold }) {
  const { names, others, deed } = sentenceOf(fold);
  const [first, second] = names.map((name) => (
    <strong key={name} className="font-semibold">
      <bdi>{name}</bdi>
    </strong>
  ));
  return (
    <>
      {first}
      {second && (others > 0 ? ', ' : ' and ')}
      {second}
      {others > 0 && ` and ${othersWords(others)}`} {deed}
    </>
  );
}

function plainSentence(fold: Fold): string {
  const { names, others, deed } = sentenceOf(fold);
  const who = others > 0 ? `${names.join(', ')} and ${othersWords(others)}` : names.join(' and ');
  return `${who} ${deed}`;
}

const othersWords = (count: number) => (count === 1 ? '1 other' : `${count} others`);

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
const icons: Record<Notification['type'], ReactNode> = {
  like: <Heart {...icon} className="fill-current text-like" />,
  repost: <Repeat2 {...icon} className="text-repost" />,
  comment: <MessageCircle {...icon} className="text-accent-text" />,
  mention: <AtSign {...icon} className="text-accent-text" />,
  follow: <UserRound {...icon} className="fill-current text-accent-text" />,
};
