import type { OwnUser, Profile } from '@roost/contract/users';
import { CalendarDays } from 'lucide-react';
import type { ReactNode } from 'react';
import { coverSources } from '../../lib/picture-sources.ts';
import { monthAndYear } from '../../lib/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { VerifiedBadge } from '../../ui/badge.tsx';
import { FollowFigures } from './follow-figures.tsx';

type Shown = Pick<
  Profile,
  | '_id'
  | 'username'
  | 'fullName'
  | 'avatar'
  | 'coverImage'
  | 'bio'
  | 'createdAt'
  | 'premium'
  | 'followersCount'
  | 'followingCount'
>;

/** Cover, avatar, names, bio and counts; `actions` stand beside the avatar, `children` under all of it. */
export function ProfileHeader({
  person,
  actions,
  children,
}: {
  person: Shown | OwnUser;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section aria-label={`About @${person.username}`} className="border-b border-line pb-4">
      <Cover url={person.coverImage} seed={person._id} />
      <div className="px-4">
        <div className="flex min-h-16 flex-wrap items-end justify-between">
          <Avatar
            user={person}
            size={128}
            className="-mt-16 border-4 border-page max-md:size-24!"
          />
          <div className="ml-auto flex flex-wrap items-center justify-end gap-2 pb-1">
            {actions}
          </div>
        </div>
        <h2 className="mt-3 flex items-center gap-1.5 text-title font-bold">
          <bdi className="min-w-0 [overflow-wrap:anywhere]">
            {person.fullName || person.username}
          </bdi>
          {person.premium.isActive && <VerifiedBadge label="Premium" />}
        </h2>
        <p className="text-body text-muted">@{person.username}</p>
        {person.bio ? (
          <p dir="auto" className="mt-3 max-w-[70ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
            {person.bio}
          </p>
        ) : (
          <p className="mt-3 text-muted">No bio available.</p>
        )}
        <p className="mt-3 flex items-center gap-1.5 text-meta text-muted">
          <CalendarDays size={16} strokeWidth={1.75} aria-hidden />
          Joined {monthAndYear(person.createdAt)}
        </p>
        <FollowFigures key={person._id} person={person} />
        {children}
      </div>
    </section>
  );
}

export function Cover({ url, seed }: { url: string | null; seed: string }) {
  return (
    <div
      className="aspect-3/1 w-full overflow-hidden bg-sunk"
      style={url ? undefined : { backgroundImage: dusk(seed) }}
    >
      {url && (
        <img
          src={url}
          srcSet={coverSources(url)}
          sizes="(width < 48rem) 100vw, 37.5rem"
          alt=""
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </div>
  );
}

/** An evening sky of their own for everyone without a cover; always the same one. */
function dusk(seed: string): string {
  const turn = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  const from = 255 + (turn % 60);
  const to = from + 50 + (turn % 45);
  return [
    'radial-gradient(120% 140% at 85% 120%, oklch(0.86 0.07 70 / 0.55), transparent 60%)',
    `linear-gradient(160deg in oklch, oklch(0.62 0.09 ${from}), oklch(0.74 0.07 ${to}))`,
  ].join(', ');
}
