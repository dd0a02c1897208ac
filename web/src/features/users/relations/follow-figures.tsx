import * as words from '#words/users';
import type { Profile } from '@roost/contract/users';
import { fullCount, shortCount } from '../../../lib/format/count.ts';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';

type Person = Pick<Profile, 'username' | 'followersCount' | 'followingCount'>;

/** The numbers of followers and followed people. Each leads to its list. */
export function FollowFigures({ person }: { person: Person }) {
  const { username, followingCount, followersCount } = person;
  return (
    <p className="nums mt-1 -ms-2 flex flex-wrap gap-x-1 text-body">
      <Figure count={followingCount} word={words.following} to={paths.following(username)} />
      <Figure
        count={followersCount}
        word={words.followersOf({ count: followersCount })}
        to={paths.followers(username)}
      />
    </p>
  );
}

interface FigureProps {
  count: number;
  word: string;
  to: string;
}

function Figure({ count, word, to }: FigureProps) {
  return (
    <Link
      to={to}
      title={fullCount(count)}
      className="flex min-h-8 items-center gap-1 rounded-full px-2 transition-colors hover:bg-hover pointer-coarse:min-h-touch"
    >
      <strong className="font-semibold">{shortCount(count)}</strong>
      <span className="text-muted">{word}</span>
    </Link>
  );
}
