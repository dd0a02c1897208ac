import { useSyncExternalStore } from 'react';

/** The breakpoint `lg` of tokens.css. From this width on, the page has a right column. */
const wide = mediaOf('(width >= 64rem)');
/** Below the breakpoint `md` of tokens.css, the page has one column. */
const phone = mediaOf('(width < 48rem)');

export const useIsWide = (): boolean => useSyncExternalStore(wide.watch, wide.matches);

export const useIsPhone = (): boolean => useSyncExternalStore(phone.watch, phone.matches);

function mediaOf(condition: string) {
  return {
    matches: () => matchMedia(condition).matches,
    watch: (onChange: () => void) => {
      const query = matchMedia(condition);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
  };
}
