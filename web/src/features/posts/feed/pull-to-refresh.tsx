import * as words from '#words/posts';
import { clsx } from 'clsx';
import { ArrowDown } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { REFRESH_AT_PX, trackPullGesture } from './pull-gesture.ts';

/** Pull to refresh: a touch pulls the feed down at its top. An indicator follows the finger. */
export function PullToRefresh({ onRefresh }: { onRefresh: () => Promise<void> }) {
  const [pulled, setPulled] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const isFarEnough = pulled >= REFRESH_AT_PX;
  const onMove = useEffectEvent((distance: number) => {
    if (!isBusy) setPulled(distance);
  });
  const onEnd = useEffectEvent(async (distance: number) => {
    setPulled(0);
    if (distance < REFRESH_AT_PX || isBusy) return;
    setBusy(true);
    await onRefresh();
    setBusy(false);
  });
  useEffect(() => {
    const page = document.getElementById('content');
    return page
      ? trackPullGesture(page, {
          onMove: (distance) => onMove(distance),
          onEnd: (distance) => void onEnd(distance),
        })
      : undefined;
  }, []);
  return (
    <div role="status">
      {(pulled > 0 || isBusy) && (
        <div
          style={{ translate: `0 ${isBusy ? 12 : pulled - 40}px` }}
          className={clsx(
            'pointer-events-none absolute inset-x-0 top-0 mx-auto grid size-10 place-items-center rounded-full bg-raised text-accent-text shadow-float',
            // With reduced motion it does not move. It appears at its end position when a release would refresh.
            'motion-reduce:translate-y-3!',
            !isFarEnough && !isBusy && 'motion-reduce:invisible',
            isBusy && 'transition-[translate] duration-(--in)',
          )}
        >
          {isBusy ? (
            <>
              <Spinner />
              <span className="sr-only">{words.refreshing}</span>
            </>
          ) : (
            <ArrowDown className={clsx('transition-transform', isFarEnough && 'rotate-180')} />
          )}
        </div>
      )}
    </div>
  );
}
