import * as words from '#words/users';
import type { Profile } from '@roost/contract/users';
import { useState } from 'react';
import { fullCount, shortCount } from '../../../lib/format/count.ts';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import type { FollowSide } from './follows.query.ts';

const FollowListDialog = lazyPart(
  async () => (await import('./follow-list-dialog.tsx')).FollowListDialog,
);

type Person = Pick<Profile, '_id' | 'username' | 'followersCount' | 'followingCount'>;

/** The numbers of followers and followed people. Each opens its list. */
export function FollowFigures({ person }: { person: Person }) {
  const [open, setOpen] = useState(false);
  // Kept while the dialog closes.
  const [side, setSide] = useState<FollowSide>();
  const show = (next: FollowSide) => {
    setSide(next);
    setOpen(true);
  };
  const { followingCount, followersCount } = person;
  return (
    <>
      <p className="nums mt-1 -ms-2 flex flex-wrap gap-x-1 text-body">
        <Figure count={followingCount} word={words.following} onOpen={() => show('following')} />
        <Figure
          count={followersCount}
          word={words.followersOf({ count: followersCount })}
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
