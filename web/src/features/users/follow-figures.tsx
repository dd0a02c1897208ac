import type { Profile } from '@roost/contract/users';
import { useState } from 'react';
import { fullCount, shortCount } from '../../lib/count.ts';
import { lazyPart } from '../../lib/load-chunk.ts';
import { LazyOverlay } from '../../ui/lazy-overlay.tsx';
import type { FollowSide } from './follows.query.ts';

const FollowListDialog = lazyPart(
  async () => (await import('./follow-list-dialog.tsx')).FollowListDialog,
);

type Person = Pick<Profile, '_id' | 'username' | 'followersCount' | 'followingCount'>;

/** How many somebody follows and is followed by; each opens the list of them. */
export function FollowFigures({ person }: { person: Person }) {
  const [open, setOpen] = useState(false);
  // Stays while the dialog closes.
  const [side, setSide] = useState<FollowSide>();
  const show = (next: FollowSide) => {
    setSide(next);
    setOpen(true);
  };
  const { followingCount, followersCount } = person;
  return (
    <>
      <p className="nums mt-1 -ml-2 flex flex-wrap gap-x-1 text-body">
        <Figure count={followingCount} word="Following" onOpen={() => show('following')} />
        <Figure
          count={followersCount}
          word={followersCount === 1 ? 'Follower' : 'Followers'}
          onOpen={() => show('followers')}
        />
      </p>
      {side && (
        <LazyOverlay open={open} onFailed={() => setOpen(false)}>
          <FollowListDialog person={person} side={side} open={open} onOpenChange={setOpen} />
        </LazyOverlay>
      )}
    </>
  );
}

interface FigureProps {
  count: number;
  word: string;
  onOpen: () => void;
}

function Figure({ count, word, onOpen }: FigureProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={fullCount(count)}
      onPointerEnter={FollowListDialog.preload}
      onClick={onOpen}
      className="flex min-h-8 items-center gap-1 rounded-full px-2 transition-colors hover:bg-hover pointer-coarse:min-h-11"
    >
      <strong className="font-semibold">{shortCount(count)}</strong>
      <span className="text-muted">{word}</span>
    </button>
  );
}
