import { useEffect, useState } from 'react';
import { startOfDay } from './format/days.ts';
import { wallClock } from './wall-clock.ts';

/** Returns a time within the current day. Updates at midnight. */
export function useToday(): number {
  const [now, setNow] = useState(wallClock);
  useEffect(() => {
    const timer = setTimeout(() => setNow(wallClock()), startOfDay(now, 1) - wallClock() + 1000);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
