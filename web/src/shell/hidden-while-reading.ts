import { useEffect, useState } from 'react';

const SLACK = 8;
const ALWAYS_ABOVE = 64;

/**
 * True after scrolling down, false after scrolling up or near the top. Marks the document too, so that sticky
 * heads follow (`--top-bar` in theme.css).
 */
export function useHiddenWhileReading(): boolean {
  const [hidden, setHidden] = useState(false);

  useEffect(() => {
    let last = scrollY;
    const onScroll = () => {
      const moved = scrollY - last;
      // Less than this is a trembling thumb.
      if (Math.abs(moved) < SLACK && scrollY > ALWAYS_ABOVE) return;
      last = scrollY;
      setHidden(moved > 0 && scrollY > ALWAYS_ABOVE);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);

  useEffect(() => {
    document.documentElement.dataset['topBar'] = hidden ? 'hidden' : 'shown';
    return () => {
      delete document.documentElement.dataset['topBar'];
    };
  }, [hidden]);

  return hidden;
}
