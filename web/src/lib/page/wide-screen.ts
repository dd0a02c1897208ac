import { useSyncExternalStore } from 'react';

/** The breakpoint `lg` of theme.css. From this width on, the page has a right column. */
const wide = () => matchMedia('(width >= 64rem)');

export function useIsWide(): boolean {
  return useSyncExternalStore(watch, () => wide().matches);
}

function watch(onChange: () => void): () => void {
  const query = wide();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
