import * as words from '#words/users';
import type { OwnUser, Profile } from '@roost/contract/users';
import { clsx } from 'clsx';
import { BadgeCheck, CalendarDays, Link2, NotebookPen, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ownHue } from '../../../lib/pictures/own-hue.ts';
import { coverSources } from '../../../lib/pictures/picture-sources.ts';
import { monthAndYear } from '../../../lib/format/relative-time.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { VerifiedBadge } from '../../../ui/badge.tsx';
import { muteText } from '../mutes/mute-text.ts';
import { FollowsYou } from '../relations/follows-you.tsx';
import { FollowFigures } from '../relations/follow-figures.tsx';
import { FollowedBy } from './followed-by.tsx';
import { Handle } from '../../../ui/handle.tsx';
import { nameOf } from '../../../ui/name-of.ts';
import { TextLink } from '../text-link.tsx';

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
  | 'links'
> &
  Partial<
    Pick<
      Profile,
      | 'note'
      | 'mute'
      | 'linksDisabled'
      | 'isFollowingByCurrentUser'
      | 'followedBy'
      | 'followsCurrentUser'
    >
  >;

/**
 * Cover, avatar, names, bio and counts. `actions` are beside the avatar, `bio` is the text of the bio with its links, and `children`
 * are below everything.
 */
export function ProfileHeader({
  person,
  actions,
  bio,
  children,
}: {
  person: Shown | OwnUser;
  actions?: ReactNode;
  bio: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section
      aria-label={words.about({ username: person.username })}
      className="border-b border-line pb-4"
    >
      <Cover url={person.coverImage} seed={person._id} />
      <div className="px-4">
        <div className="flex min-h-16 flex-wrap items-end justify-between">
          <Avatar
            user={person}
            size={128}
            className="-mt-16 border-4 border-page max-md:size-24!"
          />
          <div className="ms-auto flex flex-wrap items-center justify-end gap-1.5 pb-1 md:gap-2">
            {actions}
          </div>
        </div>
        <h2 className="mt-3 text-title font-bold [overflow-wrap:anywhere]">
          <bdi>{nameOf(person)}</bdi>
          {person.premium.isActive && (
            <>
              {/* Prevents a line break between the last word and the badge. */}
              {'\u2060'}
              <VerifiedBadge label={words.premium} className="ms-1.5 align-[-0.15em]" />
            </>
          )}
        </h2>
        <p className="text-body text-muted">
          <Handle username={person.username} />
          <FollowsYou person={person} />
        </p>
        {person.bio ? (
          <div className="mt-3 max-w-[70ch]">{bio}</div>
        ) : (
          <p className="mt-3 text-muted">{words.noBioAvailable}</p>
        )}
        <p className="mt-3 flex items-center gap-1.5 text-meta text-muted">
          <CalendarDays size={16} />
          {words.joined({ month: monthAndYear(person.createdAt) })}
        </p>
        {person.links.length > 0 && <Links person={person} />}
        <FollowFigures key={person._id} person={person} />
        {'followedBy' in person && person.followedBy && <FollowedBy {...person.followedBy} />}
        {'mute' in person && person.mute && (
          <p className="mt-3 flex items-center gap-1.5 text-meta text-muted">
            <VolumeX size={16} role="img" aria-label={words.muted} className="shrink-0" />
            {muteText(person.mute)}
          </p>
        )}
        {'note' in person && person.note && (
          <p className="mt-3 flex gap-2 rounded-input bg-sunk px-3 py-2 text-meta">
            <NotebookPen size={16} className="mt-px shrink-0 text-muted" />
            <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
              <span className="sr-only">{words.yourNote} </span>
              <bdi>{person.note}</bdi>
            </span>
          </p>
        )}
        {children}
      </div>
    </section>
  );
}

/** The person's links, each with its host first, so that people see where it leads. */
function Links({ person }: { person: Shown }) {
  const arePlain = person.linksDisabled === true && !person.isFollowingByCurrentUser;
  return (
    <ul aria-label={words.linksOf(person)} className="mt-2 flex flex-wrap gap-x-4 text-meta">
      {person.links.map(({ url, verified }) => (
        <li key={url} className="flex min-w-0 items-center gap-1.5 text-muted">
          {verified ? (
            <BadgeCheck
              size={16}
              role="img"
              aria-label={words.verifiedLink}
              className="shrink-0 text-success-text"
            />
          ) : (
            <Link2 size={16} className="shrink-0" />
          )}
          <TextLink
            href={url}
            text={shortened(url)}
            isPlain={arePlain}
            dir="ltr"
            className={clsx('truncate py-0.5', !arePlain && 'text-accent-text hover:underline')}
          />
        </li>
      ))}
    </ul>
  );
}

/** Without the scheme and a slash at the end. */
const shortened = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

export function Cover({ url, seed }: { url: string | null; seed: string }) {
  return (
    <div
      data-cover
      className="relative aspect-3/1 w-full overflow-hidden bg-sunk after:absolute after:inset-x-0 after:bottom-0 after:border-b after:border-picture-edge"
      style={url ? undefined : { backgroundImage: dusk(seed) }}
    >
      {url && (
        <img
          {...coverSources(url)}
          sizes="(width < 48rem) 100vw, 37.5rem"
          alt=""
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </div>
  );
}

/** A gradient in the person's own colours, for people without a cover. */
function dusk(userId: string): string {
  const hue = ownHue(userId);
  return [
    `radial-gradient(120% 140% at 85% 120%, oklch(var(--own-glow) ${(hue + 100) % 360} / 0.6), transparent 60%)`,
    `linear-gradient(160deg in oklch, oklch(var(--own-sky) ${hue}), oklch(var(--own-horizon) ${(hue + 45) % 360}))`,
  ].join(', ');
}
