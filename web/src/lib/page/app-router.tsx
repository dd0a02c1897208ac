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
import { randomKey } from '../random-key.ts';
import { keepScroll, restoreScroll, saveScroll } from './scroll-positions.ts';

interface Here {
  action: NavigationType;
  location: Location;
  /** The page keeps its scroll position. */
  isKept: boolean;
}

const history = createBrowserHistory({ v5Compat: true });
/** The flag of the navigation that runs now. The library's history cannot carry it. */
let isKept = false;
/** The target of the last navigation, even if React has not rendered it yet. */
let latest: Location = history.location;

/** The key of the current history entry, without the entries of sheets. Its page may still be loading. */
export const currentEntryKey = (): string => latest.key;

function go(method: 'push' | 'replace', to: To, state: unknown, options?: NavigateOptions): void {
  isKept = options?.preventScrollReset ?? false;
  try {
    history[method](options?.mask === undefined ? to : masked(to, state, options.mask), state);
  } finally {
    isKept = false;
  }
}

/** A location for which the address bar shows another address. */
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
 * React Router's declarative router with two features of its data router: masked addresses and restored scroll
 * positions. The data router would add 16 KB for data loading, which this app does not use (decision 27).
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
      // The old page is still rendered, so its scroll position is still correct.
      saveScroll(shown.current.key);
      latest = location;
      const next = { action, location, isKept };
      // The old page stays until React can render the next one.
      startTransition(() => setHere(next));
    });
  }, []);

  useEffect(() => keepScroll(() => shown.current.key), []);
  // Runs after the layout effects of the pages inside. Their lists then restore their own positions.
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
