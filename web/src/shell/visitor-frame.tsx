import { Suspense, useEffect } from 'react';
import { useLocation } from '../lib/router/router.tsx';
import { forgetRegistration } from '../features/auth/saved-registration.ts';
import { site } from '../lib/site.ts';
import { storedUserId } from '../features/auth/session.ts';
import { clearAllSearches } from '../features/search/box/recent-searches.ts';
import { restoreTyped } from '../lib/page/typed-fields.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { pageAt, type Page } from '../pages.ts';
import { paths } from '../paths.ts';
import { LoadingLogo } from '../ui/states/loading-logo.tsx';
import { SiteLogo } from '../ui/illustrations/site-logo.tsx';
import { ErrorBoundary } from './pages/error-boundary.tsx';
import { LanguageSwitch } from './navigation/language-switch.tsx';
import { PolicyLinks } from './navigation/policy-links.tsx';
import { Wires } from '../ui/illustrations/wires.tsx';

/** The frame of the visitors' pages: a picture of birds on wires, and a form. */
export function VisitorFrame() {
  useEffect(() => {
    // A stored user id means that somebody is signed in and only the server is unreachable.
    if (storedUserId() === undefined) clearAllSearches();
  }, []);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(30rem,0.85fr)]">
      {/* The picture stays while a long form scrolls. */}
      <aside className="sticky top-0 hidden h-dvh overflow-hidden bg-accent-soft lg:block">
        <Wires className="absolute inset-0 size-full text-accent-text" />
        <p className="absolute bottom-12 start-12 max-w-[22ch] text-display font-bold text-balance">
          {site.description}
        </p>
      </aside>
      <main
        id="content"
        className="flex flex-col px-6 pt-[max(3rem,env(safe-area-inset-top))] pb-12 md:justify-center"
      >
        <div className="mx-auto w-full max-w-sm">
          <div className="mb-8 flex items-center gap-2.5">
            <SiteLogo className="size-9 text-accent-text" />
            <span className="text-title font-bold">{site.name}</span>
          </div>
          <Suspense fallback={<LoadingLogo className="h-80" />}>
            <VisitorPageFrame />
          </Suspense>
          <footer className="mt-12 text-meta text-muted">
            <PolicyLinks className="flex flex-wrap justify-center gap-x-4" />
            <LanguageSwitch />
          </footer>
        </div>
      </main>
    </div>
  );
}

function VisitorPageFrame() {
  return (
    <ErrorBoundary>
      <Screen page={pageAt(useLocation().pathname)} />
    </ErrorBoundary>
  );
}

function Screen({ page }: { page: Page | undefined }) {
  usePageTitle(page?.title);
  // The screen is there at the first effect, because the frame suspends until its code is loaded.
  useEffect(restoreTyped, []);
  const isRegistration = page?.path === paths.register;
  useEffect(() => {
    // The person has given it up. Its terms are pages of their own, from which they return.
    if (!isRegistration) forgetRegistration();
  }, [isRegistration]);
  return page && <page.screen />;
}
