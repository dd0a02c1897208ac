import { useState } from 'react';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { useStore } from '../../../lib/store.ts';
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { reportRequest } from './report-request.ts';

const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog);

/** Opens the report dialog when the viewer asks to report something. */
export function ReportHost() {
  const request = useStore(reportRequest);
  // Stays after the closing, which is animated.
  const [shown, setShown] = useState(request);
  if (request && request !== shown) setShown(request);
  const close = () => reportRequest.set(undefined);
  return (
    <LazyOverlay open={request !== undefined} onFailed={close}>
      {shown && <ReportDialog request={shown} open={request !== undefined} onClose={close} />}
    </LazyOverlay>
  );
}
