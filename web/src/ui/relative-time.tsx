import { useEffect, useState } from 'react';
import { exactTime, nextChange, relativeTime } from '../lib/relative-time.ts';

/** The age of something, kept current while it is on the page; the exact moment in its title. */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const [now, setNow] = useState(Date.now);

  useEffect(() => {
    const wait = nextChange(iso, now);
    if (wait === undefined) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [iso, now]);

  return (
    <time dateTime={iso} title={exactTime(iso)} className={className}>
      {relativeTime(iso, now)}
    </time>
  );
}
