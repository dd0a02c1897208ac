import {
  createContext,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { keepScroll, lastKeyAt, restoreScroll, saveScroll } from '../page/scroll-positions.ts';
import {
  addressOf,
  claimEntry,
  currentLocation,
  pathOf,
  writeEntry,
  type Location,
} from './location.ts';
import { matchPath, type Params } from './match-path.ts';

interface Here {
  location: Location;
  /** Back, Forward, a page load or the navigation led to this history entry, so pages restore their state. */
  isRestored: boolean;
  /** The page keeps its scroll position. */
  keepsScroll: boolean;
}

export interface NavigateOptions {
  /** Replaces the current history entry. */
  replace?: boolean | undefined;
  state?: unknown;
  /** The address that the address bar shows instead. */
  mask?: string | undefined;
  /** The page keeps its scroll position. */
  preventScrollReset?: boolean | undefined;
  /** The page opens where the person left it, as after Back. For the navigation. */
  isReturn?: boolean | undefined;
}

const HereContext = createContext<Here | undefined>(undefined);

/** The target of the last navigation, even if React has not rendered it yet. */
let latest = currentLocation();
/** Renders a location in the mounted router. Undefined without one. */
let show: ((here: Here) => void) | undefined;

/** Set by `page-transitions.ts`, which loads after the first page. It renders a page itself, if something moves to it. */
export const pageTransition: {
  start?: (from: Location, to: Location, render: () => void) => boolean;
} = {};

/** Set by `sheet-history.ts`. Keeps a navigation while a step in the history is under way. Returns whether it does. */
export const historyStep: { defer?: (navigation: () => void) => boolean } = {};

/** The key of the entry of the current page, which may still be loading. An open sheet adds an entry, which does not count. */
export const currentEntryKey = (): string => latest.key;

/** Goes to an address of the app, or as many entries forward or back. */
export function navigate(to: string | number, options: NavigateOptions = {}): void {
  // Otherwise the step would leave the new page.
  if (!historyStep.defer?.(() => go(to, options))) go(to, options);
}

function go(to: string | number, options: NavigateOptions): void {
  if (typeof to === 'number') return history.go(to);
  const { replace = false, isReturn = false, preventScrollReset = false } = options;
  // A press on the entry of the shown page replaces it. It leads to the top.
  const key = isReturn && !replace ? lastKeyAt(addressOf(pathOf(to))) : undefined;
  writeEntry(replace ? 'replace' : 'push', to, { ...options, key });
  return arrive({ isRestored: key !== undefined, keepsScroll: preventScrollReset });
}

function arrive(how: Omit<Here, 'location'>): void {
  latest = currentLocation();
  show?.({ location: latest, ...how });
}

/** Shows what the current history entry says, and restores scroll positions. */
export function AppRouter({ children }: { children: ReactNode }) {
  const [here, setHere] = useState<Here>(() => ({
    location: currentLocation(),
    isRestored: true,
    keepsScroll: false,
  }));
  const shown = useRef(here.location);
  useLayoutEffect(() => {
    claimEntry();
    latest = currentLocation();
    show = (next) => {
      // The old page is still rendered, so its scroll position is still correct.
      saveScroll(shown.current);
      // A move renders a frame later. By then, the person may be on the way to another page.
      const render = () => {
        if (latest === next.location) setHere(next);
      };
      // Without a move, the old page stays until React can render the next one.
      if (!pageTransition.start?.(shown.current, next.location, render)) startTransition(render);
    };
    const onPop = () => {
      const isNew = claimEntry(latest);
      arrive({ isRestored: !isNew, keepsScroll: isNew });
    };
    addEventListener('popstate', onPop);
    return () => {
      removeEventListener('popstate', onPop);
      show = undefined;
    };
  }, []);
  useEffect(() => keepScroll(() => shown.current), []);
  // Runs after the layout effects of the pages inside. Their lists then restore their own positions.
  useLayoutEffect(() => {
    shown.current = here.location;
    restoreScroll(here.location, here.keepsScroll);
  }, [here]);
  return <HereContext value={here}>{children}</HereContext>;
}

function useHere(): Here {
  const here = use(HereContext);
  if (!here) throw new Error('There is no router.');
  return here;
}

export const useLocation = (): Location => useHere().location;

/** Whether Back, Forward, a page load or the navigation led to this page. */
export const useIsRestored = (): boolean => useHere().isRestored;

/** The parameters of the page's path, which has the form of `pattern`. */
export function useParams(pattern: string): Params {
  return matchPath(pattern, useLocation().pathname) ?? {};
}

type SearchParams = URLSearchParams | Record<string, string>;

/** The query parameters of the page's address, and a function that goes to the page with others. */
export function useSearchParams() {
  const { pathname, search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = (next: SearchParams, options: NavigateOptions) =>
    navigate(`${pathname}?${new URLSearchParams(next)}`, options);
  return [params, setParams] as const;
}

/** Goes to another page as soon as it is rendered. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  useEffect(() => navigate(to, { replace: true, state }), [to, state]);
  return null;
}
