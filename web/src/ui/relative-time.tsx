import { useEffect, useState } from 'react';
import { exactTime, refreshDelay, relativeTime } from '../lib/format/relative-time.ts';
import { wallClock } from '../lib/wall-clock.ts';

/** The age of something, always current. Its title is the exact time. */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const [now, setNow] = useState(wallClock);

  useEffect(() => {
    const wait = refreshDelay(iso, now);
    if (wait === undefined) return undefined;
    const timer = setTimeout(() => setNow(wallClock()), wait);
    return () => clearTimeout(timer);
  }, [iso, now]);

  return (
    <time dateTime={iso} title={exactTime(iso)} className={className}>
      {relativeTime(iso, now)}
    </time>
  );
}
