import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { isNothingFound } from '../../../lib/api/nothing-found.ts';
import { profileQuery } from '../profile/profile.query.ts';
import { HOVER_CARD_AFTER_MS, HOVER_CARD_LINGERS_MS } from './hover-card-delay.ts';
import { anchorAt, isInCard, type CardAnchor } from './person-anchor.ts';

/** The profile request starts earlier than the card, so the profile is usually there in time. */
const FETCH_AFTER_MS = HOVER_CARD_AFTER_MS / 2;
/** Milliseconds without requests after a failed one, because the network or the server may be in trouble. */
const PAUSE_AFTER_FAILURE_MS = 30_000;

/** Finds the person under a resting mouse on the whole page, and fetches their profile. `preload` loads the card's code. */
export function useHoverCard(preload: () => void) {
  const [shown, setShown] = useState<CardAnchor>();
  const client = useQueryClient();
  const { pathname } = useLocation();
  /** The anchor or card under the mouse. Undefined outside both. */
  const hovered = useRef<HTMLElement | 'card'>(undefined);
  const close = () => setShown(undefined);
  useEffect(close, [pathname]);

  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    };
    const after = (ms: number, act: () => void) => timers.add(setTimeout(act, ms));
    let pausedUntil = 0;
    const fetchProfile = async (username: string) => {
      if (!navigator.onLine || performance.now() < pausedUntil) return;
      try {
        await client.fetchQuery(profileQuery(username, { isQuiet: true }));
      } catch (error) {
        if (!isNothingFound(error)) pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
      }
    };
    const leave = () => {
      stop();
      hovered.current = undefined;
      after(HOVER_CARD_LINGERS_MS, () => setShown(undefined));
    };
    const rest = (anchor: CardAnchor) => {
      stop();
      hovered.current = anchor.element;
      preload();
      after(HOVER_CARD_LINGERS_MS, () =>
        setShown((now) => (now?.element === anchor.element ? now : undefined)),
      );
      after(FETCH_AFTER_MS, () => void fetchProfile(anchor.username));
      after(HOVER_CARD_AFTER_MS, () => anchor.element.isConnected && setShown(anchor));
    };
    const move = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.buttons > 0) return;
      if (isInCard(event.target)) {
        stop();
        hovered.current = 'card';
        return;
      }
      const anchor = anchorAt(event);
      if (anchor?.element === hovered.current) return;
      if (anchor) rest(anchor);
      else leave();
    };
    const press = (event: Event) => {
      if (isInCard(event.target)) return;
      stop();
      setShown(undefined);
    };
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      stop();
      setShown(undefined);
    };
    // After a scroll another row is under the mouse.
    const scroll = () => hovered.current instanceof HTMLElement && leave();
    document.addEventListener('pointermove', move, { passive: true });
    document.documentElement.addEventListener('pointerleave', leave);
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('keydown', escape);
    document.addEventListener('scroll', scroll, { passive: true, capture: true });
    return () => {
      stop();
      document.removeEventListener('pointermove', move);
      document.documentElement.removeEventListener('pointerleave', leave);
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('keydown', escape);
      document.removeEventListener('scroll', scroll, true);
    };
  }, [client, preload]);

  return { shown, close };
}
