import { Suspense, useEffect } from 'react';
import { MembersOnly, VisitorsOnly } from '../../features/auth/gate.tsx';
import { storedUserId } from '../../features/auth/session.ts';
import { ViewerHost } from '../../features/posts/media/viewer-host.tsx';
import { AppRouter, Redirect, useLocation } from '../../lib/router/router.tsx';
import { lazyPart } from '../../lib/page/load-chunk.ts';
import { savesData } from '../../lib/page/saves-data.ts';
import { whenIdle } from '../../lib/page/when-idle.ts';
import { pageAt, pages } from '../../pages.ts';
import { paths } from '../../paths.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoadingLogo } from '../../ui/states/loading-logo.tsx';
import { watchSheetHistory } from '../../ui/overlays/sheet-history.ts';
import { UnknownPath } from './unknown-path.tsx';

const VisitorFrame = lazyPart(async () => (await import('../visitor-frame.tsx')).VisitorFrame);
const Shell = lazyPart(async () => (await import('../shell.tsx')).Shell);
const ComposerDialog = lazyPart(
  async () => (await import('../../features/posts/create/composer-dialog.tsx')).ComposerDialog,
);

/** The layout of members' pages. It is one element for all of them, so it stays mounted when the page changes. */
const members = (
  <MembersOnly>
    <PreloadOthers />
    <Shell
      renderComposer={(open, onOpenChange) => (
        <ComposerDialog open={open} onOpenChange={onOpenChange} />
      )}
    />
    <ViewerHost />
  </MembersOnly>
);

const visitors = (
  <VisitorsOnly>
    <VisitorFrame />
  </VisitorsOnly>
);

/** All pages of `pages.ts`. */
export function AppRoutes() {
  return (
    <AppRouter>
      <ErrorBoundary>
        <Suspense fallback={<LoadingLogo className="min-h-dvh" />}>
          <Pages />
        </Suspense>
      </ErrorBoundary>
    </AppRouter>
  );
}

/** Pages with the same access have the same element around them, so it stays mounted. */
function Pages() {
  const { pathname } = useLocation();
  const page = pageAt(pathname);
  if (page?.access === 'visitors') return visitors;
  if (page?.access === 'anyone') return <VisitorFrame />;
  if (page?.staff && !storedUserId()) return <UnknownPath />;
  // Visitors sign in before they learn that a page of members does not exist.
  if (page || pathname.toLowerCase().startsWith(`${paths.home}/`)) return members;
  return pathname === '/' ? <Redirect to={paths.home} /> : <UnknownPath />;
}

watchSheetHistory();

/** Fetches the code of the first page while `/me` is under way. Resolves when all of it is loaded. */
export async function preloadFirstScreen(pathname: string): Promise<void> {
  const asked = pageAt(pathname);
  const [access, Frame, otherwise] =
    storedUserId() && asked?.access !== 'anyone'
      ? (['members', Shell, paths.home] as const)
      : (['visitors', VisitorFrame, paths.login] as const);
  // Nobody knows the role yet, and only the staff loads code of its pages.
  const isShown = !asked?.staff && (asked?.access === access || asked?.access === 'anyone');
  await Promise.all([Frame.fetched(), (isShown ? asked : pageAt(otherwise))?.screen.fetched()]);
}

/**
 * Loads the pages that people probably open next, while the browser is idle. They then open at once, also offline. People
 * who save data load only what they open.
 */
function PreloadOthers() {
  useEffect(() => {
    if (savesData()) return undefined;
    return whenIdle(() => {
      for (const { screen, isPreloaded } of pages) if (isPreloaded) screen.preload();
      ComposerDialog.preload();
      VisitorFrame.preload();
      void import('./preload-overlays.ts').then(
        ({ preloadOverlays }) => preloadOverlays(),
        () => {
          // Each overlay loads its own code when it opens.
        },
      );
    });
  }, []);
  return null;
}
