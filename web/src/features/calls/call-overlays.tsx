import { useEffect, useRef } from 'react';
import { lazyPart } from '../../lib/load-chunk.ts';
import { LazyOverlay } from '../../ui/lazy-overlay.tsx';
import { dispatchCall, useCall, useFellBack } from './call-store.ts';
import { giveUpCall, useCallWish } from './place-call.ts';

const DevicePreview = lazyPart(
  async () => (await import('./devices/device-preview.tsx')).DevicePreview,
);
const OutgoingDialog = lazyPart(
  async () => (await import('./ringing/outgoing-dialog.tsx')).OutgoingDialog,
);
const IncomingDialog = lazyPart(
  async () => (await import('./ringing/incoming-dialog.tsx')).IncomingDialog,
);
const CallScreen = lazyPart(async () => (await import('./screen/call-screen.tsx')).CallScreen);

const unshowable = () => void dispatchCall({ name: 'unshowable' });

/** Over every page (spec §2): the call one places, the one that comes, the one that is on. */
export function CallOverlays() {
  const call = useCall();
  const wish = useCallWish();
  const isQuiet = call.status === 'idle' && wish === undefined;
  useFocusBack(isQuiet);
  // Fetched while it rings, so that an answer opens it at once.
  const isRinging = call.status === 'calling' || call.status === 'incoming';
  useEffect(() => {
    if (isRinging) CallScreen.preload();
  }, [isRinging]);
  return (
    <>
      <FellBackNotice />
      <LazyOverlay open={wish !== undefined} onFailed={giveUpCall}>
        {wish && <DevicePreview wish={wish} />}
      </LazyOverlay>
      <LazyOverlay open={call.status === 'calling'} onFailed={unshowable}>
        {call.status === 'calling' && <OutgoingDialog to={call.to} media={call.media} />}
      </LazyOverlay>
      <LazyOverlay open={call.status === 'incoming'} onFailed={unshowable}>
        {call.status === 'incoming' && <IncomingDialog from={call.from} media={call.media} />}
      </LazyOverlay>
      <LazyOverlay open={call.status === 'active'} onFailed={unshowable}>
        {call.status === 'active' && <CallScreen key={call.signal} call={call} />}
      </LazyOverlay>
    </>
  );
}

function FellBackNotice() {
  const isShown = useFellBack();
  return (
    <div
      role="alert"
      className="pointer-events-none fixed inset-x-4 top-[calc(1rem+env(safe-area-inset-top))] z-60 flex justify-center"
    >
      {isShown && (
        <p className="animate-appear rounded-full bg-danger px-5 py-2.5 text-name font-semibold text-on-danger shadow-float">
          Call was rejected or cancelled.
        </p>
      )}
    </div>
  );
}

/** Through all its dialogs, a call gives the focus back to what it began from. */
function useFocusBack(isQuiet: boolean): void {
  const origin = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isQuiet) {
      origin.current = originOf(document.activeElement);
      return undefined;
    }
    // After the last dialog has let go of it.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body || !document.activeElement)
        origin.current?.focus({ preventScroll: true });
    }, 50);
    return () => clearTimeout(timer);
  }, [isQuiet]);
}

/** An item of a menu is gone by then; its button is there. */
function originOf(active: Element | null): HTMLElement | null {
  const labelledBy = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const origin = labelledBy ? document.getElementById(labelledBy) : active;
  return origin instanceof HTMLElement && origin !== document.body ? origin : null;
}
