// A page for development: every part in all its states. `npm run dev` serves it at /dev/gallery. No file of the app
// imports it, so the production build leaves it out.
import '../../src/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MembersOnly } from '../../src/features/auth/gate.tsx';
import { meKey } from '../../src/features/auth/session.ts';
import { limitsQuery } from '../../src/features/users/limits.query.ts';
import { queryClient } from '../../src/lib/cache/query-client.ts';
import { AppRouter } from '../../src/lib/router/router.tsx';
import { watchDisplay } from '../../src/lib/page/display.ts';
import { Toaster } from '../../src/ui/overlays/toaster.tsx';
import { Tooltips } from '../../src/ui/overlays/tooltips.tsx';
import { sampleLimits } from '../../test/support/sample-limits.ts';
import { viewer } from '../../test/support/sample-posts.ts';
import { fillDrafts } from './composer-sections.tsx';
import { Gallery } from './gallery.tsx';

watchDisplay();
queryClient.setQueryData(meKey, viewer);
queryClient.setQueryData(limitsQuery.queryKey, sampleLimits().data);
fillDrafts();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <AppRouter>
        <MembersOnly>
          <Gallery />
        </MembersOnly>
      </AppRouter>
      <Toaster />
      <Tooltips />
    </QueryClientProvider>
  </StrictMode>,
);
