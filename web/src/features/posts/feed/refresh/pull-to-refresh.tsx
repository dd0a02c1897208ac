import * as words from '#words/posts';
import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { birdPath } from '../../../../ui/illustrations/bird-path.ts';
import { REFRESH_AT_PX, trackPullGesture } from './pull-gesture.ts';

/**
 * Pull to refresh: a touch pulls the page down at its top. A bird on its wire follows the finger. The wire bends until a release would
 * refresh.
 */
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
    try {
      await onRefresh();
    } finally {
      setBusy(false);
    }
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
            'pointer-events-none absolute inset-x-0 top-0 mx-auto grid h-11 w-24 place-items-center rounded-full bg-raised shadow-float',
            // With reduced motion it does not move. It appears at its end position when a release would refresh.
            'motion-reduce:translate-y-3!',
            !isFarEnough && !isBusy && 'motion-reduce:invisible',
            isBusy && 'transition-[translate] duration-(--in)',
          )}
        >
          <BirdOnWire
            bend={isBusy ? 0 : Math.min(1, pulled / REFRESH_AT_PX)}
            isReady={isFarEnough || isBusy}
            isBusy={isBusy}
          />
          {isBusy && <span className="sr-only">{words.refreshing}</span>}
        </div>
      )}
    </div>
  );
}

/** `bend` is 0 for a straight wire and 1 for the most bent one. */
function BirdOnWire({
  bend,
  isReady,
  isBusy,
}: {
  bend: number;
  isReady: boolean;
  isBusy: boolean;
}) {
  const sag = bend * 12;
  return (
    <svg
      viewBox="0 0 96 44"
      fill="none"
      aria-hidden
      data-far-enough={isReady || undefined}
      className={clsx(
        'h-11 w-24 transition-colors',
        isReady ? 'text-accent-text' : 'text-muted',
        isBusy && 'animate-breathe',
      )}
    >
      <path
        d={`M14 26Q48 ${26 + sag} 82 26`}
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        opacity="0.6"
      />
      <path
        d={birdPath}
        fill="currentColor"
        fillRule="evenodd"
        // Its belly is at 23.7 of its square, and the wire has half of the bend there.
        transform={`translate(34.6 ${26 + sag / 2 - 20}) scale(0.84)`}
      />
    </svg>
  );
}
