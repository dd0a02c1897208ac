import * as words from '#words/shell';
import { Suspense, useEffect } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { MembersOnly, VisitorsOnly } from '../../features/auth/gate.tsx';
import { storedUserId } from '../../features/auth/session.ts';
import { ViewerHost } from '../../features/posts/media/viewer-host.tsx';
import { AppRouter } from '../../lib/page/app-router.tsx';
import { lazyPart } from '../../lib/page/load-chunk.ts';
import { savesData } from '../../lib/page/saves-data.ts';
import { whenIdle } from '../../lib/page/when-idle.ts';
import { pageAt, pages, type Page } from '../../pages.ts';
import { paths } from '../../paths.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { PolicyLinks, policyFoot } from '../navigation/policy-links.tsx';
import { LoadingLogo } from '../../ui/states/loading-logo.tsx';
import { watchSheetHistory } from '../../ui/overlays/sheet-history.ts';
import { toast } from '../../ui/overlays/toasts.ts';

const VisitorFrame = lazyPart(async () => (await import('../visitor-frame.tsx')).VisitorFrame);
const Shell = lazyPart(async () => (await import('../shell.tsx')).Shell);
const ComposerDialog = lazyPart(
  async () => (await import('../../features/posts/create/composer-dialog.tsx')).ComposerDialog,
);
const SettingsDialog = lazyPart(
  async () => (await import('../../features/settings/settings-dialog.tsx')).SettingsDialog,
);

/** The layout of members' pages. It is one element for all of them, so it stays mounted when the page changes. */
const members = (
  <MembersOnly>
    <PreloadOthers />
    <Shell
      renderComposer={(open, onOpenChange) => (
        <ComposerDialog open={open} onOpenChange={onOpenChange} />
      )}
      renderSettings={(open, onOpenChange) => (
        <SettingsDialog
          open={open}
          onOpenChange={onOpenChange}
          // Windows of medium width have neither the right column nor the bar of phones, which also have these links.
          foot={<PolicyLinks className={policyFoot} />}
        />
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

/** The routes of all pages in `pages.ts`. */
export function AppRoutes() {
  return (
    <AppRouter>
      <ErrorBoundary>
        <Suspense fallback={<LoadingLogo className="min-h-dvh" />}>
          <Routes>
            <Route element={visitors}>{routesFor('visitors')}</Route>
            <Route element={members}>
              {routesFor('members')}
              {/* Visitors sign in before they learn that the page does not exist. */}
              <Route path={`${paths.home}/*`} element={<UnknownPath />} />
            </Route>
            <Route path="/" element={<Navigate to={paths.home} replace />} />
            <Route path="*" element={<UnknownPath />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </AppRouter>
  );
}

function routesFor(access: Page['access']) {
  return pages
    .filter((page) => page.access === access)
    .map(({ path, screen: Screen }) => <Route key={path} path={path} element={<Screen />} />);
}

/** Goes to the home page and says that the requested page does not exist. */
function UnknownPath() {
  useEffect(() => {
    toast.info(words.thatPageDoesntExist);
  }, []);
  return <Navigate to={paths.home} replace />;
}

watchSheetHistory();

/** Fetches the code of the first page while `/me` is under way. Resolves when all of it is loaded. */
export async function preloadFirstScreen(pathname: string): Promise<void> {
  const [access, Frame, otherwise] = storedUserId()
    ? (['members', Shell, paths.home] as const)
    : (['visitors', VisitorFrame, paths.login] as const);
  const asked = pageAt(pathname);
  const page = asked?.access === access ? asked : pageAt(otherwise);
  await Promise.all([Frame.fetched(), page?.screen.fetched()]);
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
