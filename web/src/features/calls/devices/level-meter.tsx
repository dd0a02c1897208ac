import * as words from '#words/calls';
import { useEffect, useRef } from 'react';
import { watchLevel } from './level.ts';

/** Shows the microphone's level, so that the user sees that it works. */
export function LevelMeter({ track }: { track: MediaStreamTrack }) {
  const bar = useRef<HTMLSpanElement>(null);
  const meter = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      watchLevel(track, (level) => {
        if (bar.current) bar.current.style.scale = `${level} 1`;
        meter.current?.setAttribute('aria-valuenow', String(Math.round(level * 100)));
      }),
    [track],
  );
  return (
    <div className="flex items-center gap-3 text-meta">
      <span aria-hidden className="w-22 shrink-0 font-medium">
        {words.level}
      </span>
      <div
        ref={meter}
        role="meter"
        aria-label={words.microphoneLevel}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
        className="h-2 flex-1 overflow-hidden rounded-full bg-sunk"
      >
        <span
          ref={bar}
          className="block h-full origin-left rtl:origin-right scale-x-0 rounded-full bg-presence"
        />
      </div>
    </div>
  );
}
