import './theme.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { meQuery, onUnauthenticated, storedUserId, watchSession } from './features/auth/session.ts';
import { listenToFailures } from './lib/api.ts';
import { isSignedOut } from './lib/api-error.ts';
import { queryClient } from './lib/query-client.ts';
import { watchTheme } from './lib/theme.ts';
import { router } from './router.tsx';
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
// Asked for before anything renders: every page waits for it.
void queryClient.prefetchQuery(meQuery);

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider {...(nonce ? { nonce } : {})}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
