import { useEffect, useState } from 'react';
import { wallClock } from '../../../lib/wall-clock.ts';

/** Returns a time within the current day. Updates at midnight. */
export function useToday(): number {
  const [now, setNow] = useState(wallClock);
  useEffect(() => {
    const then = new Date(now);
    const midnight = new Date(then.getFullYear(), then.getMonth(), then.getDate() + 1);
    const timer = setTimeout(() => setNow(wallClock()), midnight.getTime() - wallClock() + 1000);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
