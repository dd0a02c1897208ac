import { clsx } from 'clsx';
import { useState } from 'react';
import { ownHue } from '../lib/pictures/own-hue.ts';
import { avatarSources } from '../lib/pictures/picture-sources.ts';

export interface AvatarUser {
  /** The id gives the colours. Without it, the username gives them. */
  _id?: string;
  fullName: string;
  username: string;
  avatar: string | null;
}

/** A round picture of a person, `size` px wide with the usual size of text. Its `alt` is empty, because the name is beside it or labels its link. */
export function Avatar({
  user,
  size = 44,
  className,
}: {
  user: AvatarUser;
  size?: number;
  className?: string;
}) {
  const [broken, setBroken] = useState<string>();
  const url =
    user.avatar && /^https?:\/\//i.test(user.avatar) && user.avatar !== broken
      ? user.avatar
      : undefined;
  return (
    <span
      style={{ width: `${size / 16}rem`, height: `${size / 16}rem` }}
      className={clsx(
        'relative inline-block shrink-0 overflow-hidden rounded-full bg-sunk',
        url && 'picture-edge',
        className,
      )}
    >
      {url ? (
        <img
          {...avatarSources(url)}
          sizes={`${size}px`}
          alt=""
          width={size}
          height={size}
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(url)}
        />
      ) : (
        <DefaultAvatar user={user} />
      )}
    </span>
  );
}

/** The first letter of the name, in the person's colours. */
function DefaultAvatar({ user: { _id, fullName, username } }: { user: AvatarUser }) {
  const hue = ownHue(_id ?? username);
  return (
    <svg
      viewBox="0 0 44 44"
      aria-hidden
      data-own-colours
      style={{
        backgroundColor: `oklch(var(--own-fill) ${hue})`,
        color: `oklch(var(--own-ink) ${hue})`,
      }}
      className="size-full"
    >
      <text
        x="22"
        y="22"
        dy="0.36em"
        textAnchor="middle"
        fontSize="19"
        fontWeight="600"
        fill="currentColor"
      >
        {firstLetter(fullName.trim() || username)}
      </text>
    </svg>
  );
}

/** The first grapheme: a letter with its accents, or a whole emoji. */
function firstLetter(name: string): string {
  const letters = new Intl.Segmenter().segment(name)[Symbol.iterator]();
  const first: string = letters.next().value?.segment ?? '';
  return first.toLocaleUpperCase();
}
