import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { FADE_OUT_MS } from '../../lib/constants.ts';
import { LoadingMark } from '../../ui/loading-mark.tsx';
import { lastEnding, meQuery } from './session.ts';
import { ViewerContext } from './viewer.ts';

/** For signed-in people; others go to /login and come back to the page they asked for. */
export function MembersOnly({ children }: { children: ReactNode }) {
  const { data: viewer } = useQuery(meQuery);
  const location = useLocation();
  const from =
    lastEnding() === 'left' ? '/home' : location.pathname + location.search + location.hash;
  return (
    <Gate known={viewer !== undefined}>
      {viewer ? (
        <ViewerContext value={viewer}>{children}</ViewerContext>
      ) : (
        <Navigate
          to="/login"
          replace
          state={{ from, hasEnded: lastEnding() === 'ended' } satisfies AskedPage}
        />
      )}
    </Gate>
  );
}

/** For the signed-out; signed-in people go on to the page they asked for, or home. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { data: viewer } = useQuery(meQuery);
  const { state } = useLocation();
  return (
    <Gate known={viewer !== undefined}>
      {viewer ? <Navigate to={askedPage(state)} replace /> : children}
    </Gate>
  );
}

export interface AskedPage {
  from: string;
  /** They were signed in until just now, and did not ask to be signed out. */
  hasEnded: boolean;
}

/** Only ever a path of our own: it comes from the history's state, never from the address. */
function askedPage(state: unknown): string {
  const from = (state as Partial<AskedPage> | null)?.from;
  return typeof from === 'string' && /^\/(home|premium)\b/.test(from) ? from : '/home';
}

/** Shows a loader, fades, then opens; opens at once when the session is already known (spec §2). */
function Gate({ known, children }: { known: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(known);
  useEffect(() => {
    if (!known || open) return undefined;
    const timer = setTimeout(() => setOpen(true), FADE_OUT_MS);
    return () => clearTimeout(timer);
  }, [known, open]);
  if (open) return children;
  return (
    <LoadingMark
      className={clsx('min-h-dvh transition-opacity duration-(--out)', known && 'opacity-0')}
    />
  );
}
