import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState, type ReactNode } from 'react';
import { Redirect, useLocation } from '../../lib/router/router.tsx';
import { FADE_OUT_MS } from '../../ui/fade-out.ts';
import { paths } from '../../paths.ts';
import { LoadingLogo } from '../../ui/states/loading-logo.tsx';
import { returnTo, type LoginState } from './return-to.ts';
import { lastLogoutReason, meQuery } from './session.ts';
import { ViewerContext } from './viewer.ts';

/**
 * Renders its children for signed-in people. Others go to the login page, and return to the requested page afterwards.
 */
export function MembersOnly({ children }: { children: ReactNode }) {
  const { data: viewer } = useQuery(meQuery);
  const location = useLocation();
  const from =
    lastLogoutReason() === 'signedOut'
      ? paths.home
      : location.pathname + location.search + location.hash;
  return (
    <Gate known={viewer !== undefined}>
      {viewer ? (
        <ViewerContext value={viewer}>{children}</ViewerContext>
      ) : (
        <Redirect
          to={paths.login}
          state={{ from, hasExpired: lastLogoutReason() === 'expired' } satisfies LoginState}
        />
      )}
    </Gate>
  );
}

/** Renders its children for signed-out people. Signed-in people go to the requested page, or home. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { data: viewer } = useQuery(meQuery);
  const { state } = useLocation();
  return (
    <Gate known={viewer !== undefined}>
      {viewer ? <Redirect to={returnTo(state)} /> : children}
    </Gate>
  );
}

/**
 * Shows a loader, then fades it out and renders its children. It renders them at once if the session is already known.
 */
function Gate({ known, children }: { known: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(known);
  useEffect(() => {
    if (!known || open) return undefined;
    const timer = setTimeout(() => setOpen(true), FADE_OUT_MS);
    return () => clearTimeout(timer);
  }, [known, open]);
  if (open) return children;
  return (
    <LoadingLogo
      className={clsx('min-h-dvh transition-opacity duration-(--out)', known && 'opacity-0')}
    />
  );
}
