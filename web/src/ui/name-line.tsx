import * as words from '#words/ui';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from '../lib/router/link.tsx';
import { VerifiedBadge } from './badge.tsx';
import { Handle } from './handle.tsx';
import { nameOf } from './name-of.ts';

interface NameLineProps {
  user: { username: string; fullName: string; premium?: { isActive: boolean } | undefined };
  /** Adds the handle after the name. It shrinks and disappears first, and leaves no hole. */
  hasHandle?: boolean;
  /** Makes the name and the handle links. `id` is for the name. */
  link?: { to: string; id?: string };
  /** The end of the line, such as the time. It never shrinks. */
  children?: ReactNode;
  className?: string;
  nameClass?: string;
}

/**
 * A person's name, badge and handle in one line. If space is short, the handle shrinks first, then the name. The children
 * never shrink. In a container of less than 8rem the children wrap below the name.
 */
export function NameLine(props: NameLineProps) {
  const { user, hasHandle = false, link, children, className, nameClass } = props;
  const name = nameOf(user);
  return (
    <span
      data-name-line
      className={clsx(
        'flex min-w-0 items-center gap-x-1 text-name @max-[8rem]:flex-wrap',
        className,
      )}
    >
      <span className="flex min-w-0 items-center gap-1">
        {link ? (
          <Link
            id={link.id}
            to={link.to}
            dir="auto"
            className={clsx(
              'truncate rounded-xs font-semibold leading-6 hover:underline',
              nameClass,
            )}
          >
            {name}
          </Link>
        ) : (
          // A name loses its end, in its own direction.
          <span dir="auto" className={clsx('truncate', nameClass ?? 'font-semibold')}>
            {name}
          </span>
        )}
        {user.premium?.isActive && <VerifiedBadge label={words.premium} />}
      </span>
      {hasHandle ? (
        <HandleAndEnd username={user.username} to={link?.to}>
          {children}
        </HandleAndEnd>
      ) : (
        children
      )}
    </span>
  );
}

/**
 * Takes the space that the name leaves. If that is too short for a part of the handle beside the end, the two wrap. The lines
 * stack upwards: the end, which is the last one, takes the place of the handle, and `clip-path` hides the handle below it.
 */
function HandleAndEnd(props: { username: string; to: string | undefined; children: ReactNode }) {
  const { username, to, children } = props;
  return (
    <span className="flex h-5 min-w-min shrink-[1000000] flex-wrap-reverse content-end gap-x-1 gap-y-3 [clip-path:inset(-12px)]">
      <ShrinkingHandle username={username} to={to} />
      <span data-line-end className="flex shrink-0 items-center gap-x-1">
        {children}
      </span>
    </span>
  );
}

/**
 * Shrinks to a few letters, from the end of the handle in each language. With `break-all`, the line may be narrower than the
 * whole handle.
 */
function ShrinkingHandle({ username, to }: { username: string; to: string | undefined }) {
  const className =
    'line-clamp-1 h-5 max-w-max grow basis-[3em] break-all text-muted @max-[8rem]:hidden';
  if (!to)
    return (
      <span data-handle dir="ltr" className={className}>
        <Handle username={username} />
      </span>
    );
  return (
    // It links to the same page as the name, so it is no separate tab stop.
    <Link
      to={to}
      tabIndex={-1}
      data-handle
      dir="ltr"
      className={clsx(className, 'hover:underline')}
    >
      <Handle username={username} />
    </Link>
  );
}
