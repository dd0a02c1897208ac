import { useEffect, useState } from 'react';

/** Now, as far as days go: changes at midnight. */
export function useToday(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const then = new Date(now);
    const midnight = new Date(then.getFullYear(), then.getMonth(), then.getDate() + 1);
    const timer = setTimeout(() => setNow(Date.now()), midnight.getTime() - Date.now() + 1000);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
