import { clsx } from 'clsx';
import { useState } from 'react';
import { avatarSources } from '../lib/picture-sources.ts';

export interface AvatarUser {
  fullName: string;
  username: string;
  avatar: string | null;
}

/** A round picture of someone. Empty `alt`: their name always stands beside it or names the link around it. */
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
      style={{ width: size, height: size }}
      className={clsx(
        'relative inline-block shrink-0 overflow-hidden rounded-full bg-sunk',
        className,
      )}
    >
      {url ? (
        <img
          src={url}
          srcSet={avatarSources(url)}
          sizes={`${size}px`}
          alt=""
          width={size}
          height={size}
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(url)}
        />
      ) : (
        <DefaultAvatar />
      )}
    </span>
  );
}

/** Somebody, nobody in particular. */
function DefaultAvatar() {
  return (
    <svg viewBox="0 0 44 44" aria-hidden className="size-full bg-accent-soft text-accent-text">
      <g fill="currentColor" opacity="0.72">
        <circle cx="22" cy="17.5" r="7" />
        <path d="M22 27.5c-7.6 0-13.6 4.8-15.2 11.6V44h30.4v-4.9C35.6 32.3 29.6 27.5 22 27.5Z" />
      </g>
    </svg>
  );
}
