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
import { watchTheme } from './lib/page/theme.ts';
import { AppRoutes, preloadFirstScreen } from './shell/pages/app-routes.tsx';
import { pageAt } from './pages.ts';
import { Toaster } from './ui/overlays/toaster.tsx';
import { toast } from './ui/overlays/toasts.ts';
import { Tooltips } from './ui/overlays/tooltips.tsx';

/** A skeleton appears after this delay, so a quick answer does not make it flicker. */
const SKELETON_AFTER_MS = 150;

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
watchTheme();
watchSession();
const start = takeStartData();
if (start && takeSessionFromDocument(start.me?.data ?? null)) {
  if (start.feed) startFeed(queryClient, start.feed.data);
} else {
  // Fetches the session before the first render, because every page waits for it.
  void queryClient.prefetchQuery(meQuery);
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

// If the code of the page is almost there, the page fallback would only flicker.
await Promise.race([
  preloadFirstScreen(location.pathname),
  new Promise((resolve) => setTimeout(resolve, SKELETON_AFTER_MS)),
]);

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
