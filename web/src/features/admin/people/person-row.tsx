import * as words from '#words/admin';
import type { AdminPerson } from '@roost/contract/admin';
import { dateFormat } from '../../../lib/locale.ts';
import { paths } from '../../../paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Handle } from '../../../ui/handle.tsx';
import { NameLine } from '../../../ui/name-line.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Sentence } from '../../../ui/sentence.tsx';
import { Decision } from './decision.tsx';
import { PersonActions } from './person-actions.tsx';
import { roleNames, statusNames } from './person-names.ts';

const day = dateFormat({ dateStyle: 'medium' });
const pill = 'rounded-full px-2.5 py-0.5 text-meta font-medium';

/** One account: who it is, what it may do, and what an admin can do about it. */
export function PersonRow({ person }: { person: AdminPerson }) {
  const { username, email, role, status } = person;
  // Nobody sees the profile of a hidden person.
  const link = status === 'active' ? { to: paths.profile(username) } : undefined;
  return (
    <li className="flex gap-3 border-b border-line px-4 py-3">
      <Avatar user={person} />
      <div className="min-w-0 flex-1">
        <NameLine user={person} {...(link && { link })} />
        <p className="flex flex-wrap gap-x-3 text-meta text-muted [overflow-wrap:anywhere]">
          <Handle username={username} />
          <bdi className="min-w-0">{email}</bdi>
        </p>
        <p className="text-meta text-muted">
          <Facts person={person} />
        </p>
        {(role !== 'member' || status !== 'active') && (
          <p className="mt-1.5 flex flex-wrap gap-2">
            {role !== 'member' && (
              <span className={`${pill} bg-accent-soft text-accent-text`}>{roleNames[role]}</span>
            )}
            {status !== 'active' && (
              <span className={`${pill} bg-sunk text-muted`}>{statusNames[status]}</span>
            )}
          </p>
        )}
        {status === 'pending' && <Decision person={person} />}
      </div>
      <PersonActions person={person} />
    </li>
  );
}

function Facts({ person: { createdAt, lastUsedAt, isInvited } }: { person: AdminPerson }) {
  const joined = { date: day.format(new Date(createdAt)) };
  return (
    <>
      {isInvited ? words.joinedByInvite(joined) : words.joined(joined)} ·{' '}
      {lastUsedAt === null ? (
        words.notSignedIn
      ) : (
        <Sentence parts={words.lastUsed({ time: <RelativeTime key="time" iso={lastUsedAt} /> })} />
      )}
    </>
  );
}
