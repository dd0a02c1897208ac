import type { OwnUser } from '@roost/contract/users';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { StrictMode, useEffect, type ReactElement, type ReactNode } from 'react';
import { MembersOnly } from '../../src/features/auth/gate.tsx';
import { meKey, onUnauthenticated } from '../../src/features/auth/session.ts';
import { askForProof } from '../../src/features/auth/reauth/proof-request.ts';
import { listenToFailures } from '../../src/lib/api/api.ts';
import { queryClient } from '../../src/lib/cache/query-client.ts';
import { matchPath } from '../../src/lib/router/match-path.ts';
import { AppRouter, useLocation } from '../../src/lib/router/router.tsx';
import { connectSocket } from '../../src/lib/socket/socket.ts';
import { paths } from '../../src/paths.ts';
import { ToastRegion } from '../../src/ui/overlays/toast-region.tsx';
import { toast } from '../../src/ui/overlays/toasts.ts';
import { viewer as alice } from './sample-posts.ts';

interface Options {
  /** The signed-in person. Null for a visitor. */
  viewer?: OwnUser | null;
  /** The address of the page. */
  path?: string;
  /** The page shows the component only at addresses of this form. */
  route?: string;
  /** Connects the main socket to the fake one. */
  hasSocket?: boolean;
}

/** Renders a component inside the app's providers: router, cache, session, notices and, if wanted, the socket. */
export function renderApp(
  ui: ReactElement,
  { viewer = alice, path = paths.home, route, hasSocket = false }: Options = {},
): RenderResult & { user: UserEvent } {
  listenToFailures({
    onFailure: ({ message }) => toast.error(message),
    onUnauthenticated,
    onReauthRequired: askForProof,
  });
  queryClient.setQueryData(meKey, viewer);
  history.replaceState(null, '', path);
  const user = userEvent.setup({ delay: null });
  const result = render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <AppRouter>
          <At route={route}>{viewer ? <MembersOnly>{ui}</MembersOnly> : ui}</At>
        </AppRouter>
        {hasSocket && viewer && <MainSocket userId={viewer._id} />}
        {/* Without its wait for an idle browser. */}
        <ToastRegion />
      </QueryClientProvider>
    </StrictMode>,
  );
  return { ...result, user };
}

function At({ route, children }: { route: string | undefined; children: ReactNode }) {
  const { pathname } = useLocation();
  return (route === undefined || matchPath(route, pathname)) && children;
}

/** Connects like the shell, without its wait for an idle browser. A test imports the live features that it needs. */
function MainSocket({ userId }: { userId: string }) {
  useEffect(
    () =>
      connectSocket({
        userId,
        client: queryClient,
        prepare: async () => {},
        onRefused: () => {},
      }),
    [userId],
  );
  return null;
}
