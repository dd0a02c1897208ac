import * as words from '#words/calls';
import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { LoadingLogo } from '../../../ui/states/loading-logo.tsx';
import { nameOf } from '../../../ui/name-of.ts';
import type { ActiveCall } from '../call-machine.ts';
import { storeChoice, storedChoice } from '../devices/chosen-devices.ts';
import type { CallSession } from '../session/call-session.ts';
import { useSession } from '../session/current-session.ts';
import { useStore } from '../../../lib/store.ts';
import { CallControls, canShare, HangUp } from '../controls/call-controls.tsx';
import { CallHead } from './call-head.tsx';
import { CallProblem } from './call-problem.tsx';
import { CallSettings } from '../controls/call-settings.tsx';
import { leaveFullScreen, useFullScreen } from './full-screen.ts';
import { LocalPreview } from '../pictures/local-preview.tsx';
import { hasPicture } from '../pictures/has-picture.ts';
import { RemotePicture } from '../pictures/remote-picture.tsx';
import { useCallKeys } from './use-call-keys.ts';
import { useQuietControls } from '../controls/use-quiet-controls.ts';

/** The active call, as large as the window. The page stays behind it. */
export function CallScreen({ call }: { call: ActiveCall }) {
  const session = useSession();
  const popup = useRef<HTMLDivElement>(null);
  return (
    // useCallKeys handles Esc, which never hangs up.
    <Dialog.Root open disablePointerDismissal onOpenChange={(_, details) => details.cancel()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          aria-label={words.callWith({ name: nameOf(call.otherUser) })}
          data-theme="dark"
          data-viewer
          data-keeps-foot
          className="fixed inset-0 z-50 overflow-hidden bg-viewer text-text outline-none transition-opacity duration-(--in) data-starting-style:opacity-0"
        >
          {session ? (
            <CallContent session={session} call={call} screen={popup} />
          ) : (
            <>
              <LoadingLogo className="h-full" />
              <div className="absolute inset-x-2 bottom-[calc(1rem+env(safe-area-inset-bottom))] flex justify-center">
                <HangUp />
              </div>
            </>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface CallContentProps {
  session: CallSession;
  call: ActiveCall;
  screen: React.RefObject<HTMLDivElement | null>;
}

function CallContent({ session, call, screen }: CallContentProps) {
  const state = useStore(session.state);
  const own = useStore(session.own.state);
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  const [speaker, setSpeaker] = useState(() => storedChoice()?.speaker);
  const video = useRef<HTMLVideoElement>(null);
  const controls = useRef<HTMLDivElement>(null);
  const fullScreen = useFullScreen();
  // The controls stay visible while there is no picture behind them, such as in a voice call.
  const isShown = useQuietControls(screen, controls, isSettingsOpen || !hasPicture(state));
  useCallKeys({
    onMute: () => session.own.toggleMute(),
    onCamera: () => void session.own.toggleCamera(),
    onShare: () => void (canShare() && session.toggleSharing()),
    onEscape: () => (isSettingsOpen ? setSettingsOpen(false) : leaveFullScreen()),
  });
  useEffect(() => () => void leavePictureInPicture(), []);

  return (
    <div data-call-status={state.status} className={clsx('contents', !isShown && 'cursor-none')}>
      <RemotePicture video={video} person={call.otherUser} state={state} speaker={speaker} />
      <LocalPreview own={own} isPaused={state.isPicturePaused} />
      <div
        className={clsx(
          'absolute inset-x-3 top-[calc(0.75rem+env(safe-area-inset-top))] flex justify-center transition-opacity duration-(--in) md:inset-x-6 md:top-4 md:justify-start',
          // Always show that the other side is muted, because this side may be waiting for an answer.
          !isShown && !state.isPeerMuted && 'opacity-0',
        )}
      >
        <CallHead person={call.otherUser} state={state} />
      </div>
      <div
        ref={controls}
        data-shown={isShown}
        className={clsx(
          'absolute inset-x-2 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-20 flex max-h-[calc(100dvh-6rem)] flex-col items-center gap-3 transition-opacity duration-(--in)',
          !isShown && 'opacity-0',
        )}
      >
        {isSettingsOpen && (
          <CallSettings
            session={session}
            speaker={speaker}
            onSpeaker={(deviceId) => {
              storeChoice({ speaker: deviceId });
              setSpeaker(deviceId);
            }}
          />
        )}
        <CallControls
          session={session}
          video={video}
          fullScreen={fullScreen}
          isSettingsOpen={isSettingsOpen}
          onSettings={() => setSettingsOpen(!isSettingsOpen)}
        />
      </div>
      <CallProblem session={session} alert={state.alert} problem={own.problem} />
    </div>
  );
}

async function leavePictureInPicture(): Promise<void> {
  if (document.pictureInPictureElement) await document.exitPictureInPicture().catch(() => {});
}
