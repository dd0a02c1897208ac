import { useState } from 'react';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { useStore } from '../../../lib/store.ts';
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { proofRequest } from './proof-request.ts';

const ReauthDialog = lazyPart(async () => (await import('./reauth-dialog.tsx')).ReauthDialog);

/** Opens the dialog when a call waits for a proof. */
export function ReauthHost() {
  const request = useStore(proofRequest);
  // Stays after the answer, so the closing is animated.
  const [shown, setShown] = useState(request);
  if (request && request !== shown) setShown(request);
  return (
    <LazyOverlay open={request !== undefined} onFailed={() => request?.answer(false)}>
      {shown && <ReauthDialog request={shown} open={request !== undefined} />}
    </LazyOverlay>
  );
}
