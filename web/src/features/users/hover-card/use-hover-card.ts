import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from '../../../lib/router/router.tsx';
import { isNothingFound } from '../../../lib/api/nothing-found.ts';
import { profileQuery } from '../profile/profile.query.ts';
import { HOVER_CARD_AFTER_MS, HOVER_CARD_LINGERS_MS } from './hover-card-delay.ts';
import type { CardAnchor } from './person-anchor.ts';
import { watchMouse } from './watch-mouse.ts';

/** The profile request starts earlier than the card, so the profile is usually there in time. */
const FETCH_AFTER_MS = HOVER_CARD_AFTER_MS / 2;
/** Milliseconds without requests after a failed one, because the network or the server may be in trouble. */
const PAUSE_AFTER_FAILURE_MS = 30_000;

/** Finds the person under a resting mouse on the whole page, and fetches their profile. `preload` loads the card's code. */
export function useHoverCard(preload: () => void) {
  const [shown, setShown] = useState<CardAnchor>();
  const client = useQueryClient();
  const { pathname } = useLocation();
  const close = () => setShown(undefined);
  useEffect(close, [pathname]);

  useEffect(() => {
    const timers = createTimers();
    const fetchProfile = profileFetcher(client);
    const stopWatching = watchMouse({
      rest(anchor) {
        timers.stop();
        preload();
        timers.after(HOVER_CARD_LINGERS_MS, () =>
          setShown((now) => (now?.element === anchor.element ? now : undefined)),
        );
        timers.after(FETCH_AFTER_MS, () => void fetchProfile(anchor.username));
        timers.after(HOVER_CARD_AFTER_MS, () => anchor.element.isConnected && setShown(anchor));
      },
      enterCard: () => timers.stop(),
      leave() {
        timers.stop();
        timers.after(HOVER_CARD_LINGERS_MS, () => setShown(undefined));
      },
      dismiss() {
        timers.stop();
        setShown(undefined);
      },
    });
    return () => {
      timers.stop();
      stopWatching();
    };
  }, [client, preload]);

  return { shown, close };
}

/** Timers that end together. */
function createTimers() {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  return {
    after: (ms: number, act: () => void) => void timers.add(setTimeout(act, ms)),
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** Fetches profiles into the cache. Makes a pause after a failure. */
function profileFetcher(client: QueryClient): (username: string) => Promise<void> {
  let pausedUntil = 0;
  return async (username) => {
    if (!navigator.onLine || performance.now() < pausedUntil) return;
    try {
      await client.fetchQuery(profileQuery(username, { isQuiet: true }));
    } catch (error) {
      if (!isNothingFound(error)) pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
    }
  };
}
