import './theme.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  meQuery,
  onUnauthenticated,
  startSession,
  storedUserId,
  watchSession,
} from './features/auth/session.ts';
import { startFeed } from './features/posts/start-feed.ts';
import { listenToFailures } from './lib/api.ts';
import { isSignedOut } from './lib/api-error.ts';
import { SKELETON_AFTER_MS } from './lib/constants.ts';
import { queryClient } from './lib/query-client.ts';
import { takeStartData } from './lib/start-data.ts';
import { watchTheme } from './lib/theme.ts';
import { AppRoutes, preloadFirstScreen } from './router.tsx';
import { toast, Toaster } from './ui/toast.tsx';

/** These pages show their failures themselves (spec §2, toasts). */
const withoutToasts = /^\/(login|register|reset-password)(\/|$)/;

listenToFailures({
  onFailure(error) {
    // The login page says it calmly.
    if (isSignedOut(error) && storedUserId()) return;
    if (!withoutToasts.test(location.pathname)) toast.error(error.message);
  },
  onUnauthenticated,
});
watchTheme();
watchSession();
const start = takeStartData();
if (start && startSession(start.me.data)) {
  if (start.feed) startFeed(queryClient, start.feed.data);
} else {
  // Asked for before anything renders: every page waits for it.
  void queryClient.prefetchQuery(meQuery);
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

// What stands for a page until its code is there would be drawn for nothing where that comes at once.
await Promise.race([
  preloadFirstScreen(location.pathname),
  new Promise((resolve) => setTimeout(resolve, SKELETON_AFTER_MS)),
]);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider {...(nonce ? { nonce } : {})}>
      <QueryClientProvider client={queryClient}>
        <AppRoutes />
        <Toaster />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
