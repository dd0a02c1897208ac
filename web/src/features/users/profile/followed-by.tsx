import * as words from '#words/users';
import type { NamedUser, Profile } from '@roost/contract/users';
import type { ReactNode } from 'react';
import { Link } from '../../../lib/router/link.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { nameOf } from '../../../ui/name-of.ts';
import { Sentence } from '../../../ui/sentence.tsx';
import { paths } from '../../../paths.ts';

/** Names people whom the viewer follows and who follow this person. */
export function FollowedBy({ users, count }: Profile['followedBy']) {
  if (users.length === 0) return null;
  return (
    <div className="mt-3 flex items-center gap-3 text-meta text-muted">
      <span aria-hidden className="flex shrink-0 -space-x-2">
        {users.map((user) => (
          <Avatar key={user._id} user={user} size={24} className="border-2 border-page" />
        ))}
      </span>
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <Sentence parts={sentence(users, count)} />
      </p>
    </div>
  );
}

function sentence(users: NamedUser[], count: number) {
  const [first, second, third] = users.map(nameLink);
  if (!second) return words.followedByOne({ first });
  if (!third) return words.followedByTwo({ first, second });
  if (count === 3) return words.followedByThree({ first, second, third });
  return words.followedByMany({ first, second, count: count - 2 });
}

const nameLink = (user: NamedUser): ReactNode => (
  <Link
    to={paths.profile(user.username)}
    className="rounded-xs font-medium text-text hover:underline pointer-coarse:py-2"
  >
    <bdi>{nameOf(user)}</bdi>
  </Link>
);
