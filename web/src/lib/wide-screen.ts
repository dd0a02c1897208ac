import { useSyncExternalStore } from 'react';

/** From `lg` on, as in theme.css: where there is a right column. */
const wide = () => matchMedia('(width >= 64rem)');

export function useIsWide(): boolean {
  return useSyncExternalStore(watch, () => wide().matches);
}

function watch(onChange: () => void): () => void {
  const query = wide();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
