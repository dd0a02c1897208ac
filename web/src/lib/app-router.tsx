import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import {
  parsePath,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type NavigateOptions,
  type NavigationType,
  type Navigator,
  type Path,
  type To,
} from 'react-router';
import { randomKey } from './random-key.ts';
import { keepScroll, restoreScroll, saveScroll } from './scroll-places.ts';

interface Here {
  action: NavigationType;
  location: Location;
  /** The page stays where it is scrolled to. */
  isKept: boolean;
}

const history = createBrowserHistory({ v5Compat: true });
/** Of the navigation that is just being made: the library's history knows nothing of it. */
let isKept = false;
/** Where the last navigation led, whether or not it is drawn already. */
let latest: Location = history.location;

/** The key of the history's entry that the page belongs to. */
export const pageKeyOf = (): string => latest.key;

function go(method: 'push' | 'replace', to: To, state: unknown, options?: NavigateOptions): void {
  isKept = options?.preventScrollReset ?? false;
  try {
    history[method](options?.mask === undefined ? to : masked(to, state, options.mask), state);
  } finally {
    isKept = false;
  }
}

/** A place whose address in the bar is another's. */
function masked(to: To, state: unknown, mask: To): Location {
  return { ...pathOf(to), state, key: randomKey().slice(0, 8), mask: pathOf(mask) };
}

function pathOf(to: To): Path {
  const { pathname = '/', search = '', hash = '' } = typeof to === 'string' ? parsePath(to) : to;
  return { pathname, search, hash };
}

const navigator: Navigator = {
  createHref: (to) => history.createHref(to),
  encodeLocation: (to) => history.encodeLocation(to),
  createURL: (to) => history.createURL(to),
  go: (steps) => history.go(steps),
  push: (to, state, options) => go('push', to, state, options),
  replace: (to, state, options) => go('replace', to, state, options),
};

/**
 * React Router's declarative way, with what we need of its other one: addresses that stand for another place, and a
 * scrolled page found again. The other also loads data, which is not done here, and weighs 16 KB more (decision 27).
 */
export function AppRouter({ children }: { children: ReactNode }) {
  const [here, setHere] = useState<Here>(() => ({
    action: history.action,
    location: history.location,
    isKept: false,
  }));
  const shown = useRef(here.location);

  useLayoutEffect(() => {
    latest = history.location;
    return history.listen(({ action, location }) => {
      // The old page is still there, and as it was scrolled.
      saveScroll(shown.current.key);
      latest = location;
      const next = { action, location, isKept };
      // What is there stays until the next page can be drawn.
      startTransition(() => setHere(next));
    });
  }, []);

  useEffect(() => keepScroll(() => shown.current.key), []);
  // After those of the pages within, whose lists put themselves in place after it.
  useLayoutEffect(() => {
    shown.current = here.location;
    restoreScroll(here.location, here.isKept);
  }, [here]);

  return (
    <Router navigator={navigator} location={here.location} navigationType={here.action}>
      {children}
    </Router>
  );
}
