import './theme.css';
import { direction } from '#words/locale';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { LucideProvider } from 'lucide-react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  meQuery,
  onUnauthenticated,
  takeSessionFromDocument,
  storedUserId,
  watchSession,
} from './features/auth/session.ts';
import { startFeed } from './features/posts/feed/start-feed.ts';
import { listenToFailures } from './lib/api/api.ts';
import { isSignedOut } from './lib/api/api-error.ts';
import { queryClient } from './lib/cache/query-client.ts';
import { takeStartData } from './lib/api/start-data.ts';
import { watchDisplay } from './lib/page/display.ts';
import { whenIdle } from './lib/page/when-idle.ts';
import { AppRoutes, preloadFirstScreen } from './shell/pages/app-routes.tsx';
import { pageAt } from './pages.ts';
import { Toaster } from './ui/overlays/toaster.tsx';
import { toast } from './ui/overlays/toasts.ts';
import { Tooltips } from './ui/overlays/tooltips.tsx';

/** A skeleton appears after this delay, so a quick answer does not make it flicker. */
const SKELETON_AFTER_MS = 150;

const loadOffline = () => import('./shell/offline/offline.ts');

listenToFailures({
  onFailure(error) {
    // The login page shows a calmer message.
    if (isSignedOut(error) && storedUserId()) return;
    // The pages outside the shell show their failures in the page.
    if ((pageAt(location.pathname)?.access ?? 'members') === 'members') toast.error(error.message);
  },
  onUnauthenticated,
  async onReauthRequired(error) {
    const { askForProof } = await import('./features/auth/reauth/proof-request.ts');
    return askForProof(error);
  },
});
watchDisplay();
watchSession();
const start = takeStartData();
if (start && takeSessionFromDocument(start.me?.data ?? null)) {
  if (start.feed) startFeed(queryClient, start.feed.data);
} else {
  // Fetches the session before the first render, because every page waits for it.
  const fetchMe = () => queryClient.prefetchQuery(meQuery);
  // The service worker has kept a document with this element, so the server does not answer. The gate waits.
  if (document.getElementById('app-shell'))
    void loadOffline()
      .then(({ openWithoutServer }) => openWithoutServer())
      .then(fetchMe, fetchMe);
  else void fetchMe();
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

const isPageReady = preloadFirstScreen(location.pathname);
const isSkeletonDue = new Promise((resolve) => setTimeout(resolve, SKELETON_AFTER_MS));
// If the code of the page is almost there, the page fallback would only flicker. An `await` here would make each part of the app
// wait for this file. Safari would then run some parts too early (https://bugs.webkit.org/show_bug.cgi?id=242740).
void Promise.race([isPageReady, isSkeletonDue]).then(render);

function render() {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <CSPProvider {...(nonce ? { nonce } : {})}>
        <DirectionProvider direction={direction}>
          <QueryClientProvider client={queryClient}>
            {/* The default look of icons. They hide themselves from screen readers unless they have a name. */}
            <LucideProvider size={20} strokeWidth={1.75}>
              <AppRoutes />
              <Toaster />
              <Tooltips />
            </LucideProvider>
          </QueryClientProvider>
        </DirectionProvider>
      </CSPProvider>
    </StrictMode>,
  );
  whenIdle(() => {
    void loadOffline().then(
      ({ startOffline }) => startOffline(),
      () => {},
    );
  });
}
