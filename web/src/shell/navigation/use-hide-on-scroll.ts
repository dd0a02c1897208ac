import { useEffect, useState } from 'react';

const SHORTEST_MOVE_PX = 8;
const TOP_ZONE_PX = 64;

/**
 * True after a scroll down, false after a scroll up and near the top. It also sets an attribute of the document, so
 * sticky headers follow (`--top-bar` in tokens.css).
 */
export function useHideOnScroll(): boolean {
  const [hidden, setHidden] = useState(false);

  useEffect(() => {
    let last = positionOfContent();
    const onScroll = () => {
      const position = positionOfContent();
      const moved = position - last;
      // Ignores shorter moves, because a finger is never still.
      if (Math.abs(moved) < SHORTEST_MOVE_PX && scrollY > TOP_ZONE_PX) return;
      last = position;
      setHidden(moved > 0 && scrollY > TOP_ZONE_PX);
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

/** How far the content is scrolled. It stays when the offline bar appears above and the browser scrolls by its height. */
function positionOfContent(): number {
  return scrollY - (document.getElementById('content')?.offsetTop ?? 0);
}
