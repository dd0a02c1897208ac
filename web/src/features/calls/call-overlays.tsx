import * as words from '#words/calls';
import { useEffect, useRef } from 'react';
import { lazyPart } from '../../lib/page/load-chunk.ts';
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx';
import { dispatchCall, useCall, useIsEndAlertShown } from './call-store.ts';
import { dismissLeftCall, useLeftCall } from './left-call.ts';
import { cancelPlannedCall, usePlannedCall } from './place-call.ts';

const DevicePreview = lazyPart(
  async () => (await import('./devices/device-preview.tsx')).DevicePreview,
);
const OutgoingDialog = lazyPart(
  async () => (await import('./ringing/outgoing-dialog.tsx')).OutgoingDialog,
);
const IncomingDialog = lazyPart(
  async () => (await import('./ringing/incoming-dialog.tsx')).IncomingDialog,
);
const LeftCallAlert = lazyPart(async () => (await import('./left-call-alert.tsx')).LeftCallAlert);
const CallScreen = lazyPart(async () => (await import('./screen/call-screen.tsx')).CallScreen);

const onLoadFailed = () => void dispatchCall({ name: 'loadFailed' });

/** The dialogs of outgoing and incoming calls and the call screen, above every page. */
export function CallOverlays() {
  const call = useCall();
  const planned = usePlannedCall();
  const isQuiet = call.status === 'idle' && planned === undefined;
  useFocusBack(isQuiet);
  // Load the call screen while the call rings, so that it opens at once after the answer.
  const isRinging = call.status === 'calling' || call.status === 'incoming';
  useEffect(() => {
    if (!isRinging) return;
    CallScreen.preload();
    LeftCallAlert.preload();
  }, [isRinging]);
  return (
    <>
      <EndAlert />
      <LeftAlert />
      <LazyOverlay open={planned !== undefined} onFailed={cancelPlannedCall}>
        {planned && <DevicePreview planned={planned} />}
      </LazyOverlay>
      <LazyOverlay open={call.status === 'calling'} onFailed={onLoadFailed}>
        {call.status === 'calling' && <OutgoingDialog to={call.to} media={call.media} />}
      </LazyOverlay>
      <LazyOverlay open={call.status === 'incoming'} onFailed={onLoadFailed}>
        {call.status === 'incoming' && <IncomingDialog from={call.from} media={call.media} />}
      </LazyOverlay>
      <LazyOverlay open={call.status === 'active'} onFailed={onLoadFailed}>
        {call.status === 'active' && <CallScreen key={call.callId} call={call} />}
      </LazyOverlay>
    </>
  );
}

function EndAlert() {
  const isShown = useIsEndAlertShown();
  return (
    <div
      role="alert"
      className="pointer-events-none fixed inset-x-4 top-[calc(1rem+env(safe-area-inset-top))] z-60 flex justify-center"
    >
      {isShown && (
        <p className="animate-appear rounded-full bg-danger px-5 py-2.5 text-name font-semibold text-on-danger shadow-float">
          {words.callWasRejectedOrCancelled}
        </p>
      )}
    </div>
  );
}

function LeftAlert() {
  const left = useLeftCall();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-[calc(1rem+env(safe-area-inset-top))] z-60 flex justify-center"
    >
      <LazyOverlay open={left !== undefined} onFailed={dismissLeftCall}>
        {left && <LeftCallAlert left={left} />}
      </LazyOverlay>
    </div>
  );
}

/** After the last dialog of a call, returns the focus to the element that started it. */
function useFocusBack(isQuiet: boolean): void {
  const origin = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isQuiet) {
      origin.current = originOf(document.activeElement);
      return undefined;
    }
    // Wait until the last dialog has released the focus.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body || !document.activeElement)
        origin.current?.focus({ preventScroll: true });
    }, 50);
    return () => clearTimeout(timer);
  }, [isQuiet]);
}

/** Returns the element to focus. A menu item disappears, so this uses the menu's button instead. */
function originOf(active: Element | null): HTMLElement | null {
  const labelledBy = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const origin = labelledBy ? document.getElementById(labelledBy) : active;
  return origin instanceof HTMLElement && origin !== document.body ? origin : null;
}
