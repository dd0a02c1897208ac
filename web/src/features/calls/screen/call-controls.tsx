import {
  Expand,
  Mic,
  MicOff,
  MonitorUp,
  MonitorX,
  PhoneOff,
  PictureInPicture2,
  Shrink,
  SlidersHorizontal,
  SwitchCamera,
  Video,
  VideoOff,
} from 'lucide-react';
import type { RefObject } from 'react';
import { dispatchCall } from '../call-store.ts';
import { useDevices } from '../devices/use-devices.ts';
import { askToNotify } from '../ringing/notification.ts';
import type { CallSession } from '../session/call-session.ts';
import { useObserved } from '../session/observed.ts';
import { ControlButton } from './control-button.tsx';
import type { useFullScreen } from './full-screen.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface CallControlsProps {
  session: CallSession;
  video: RefObject<HTMLVideoElement | null>;
  fullScreen: ReturnType<typeof useFullScreen>;
  isSettingsOpen: boolean;
  onSettings: () => void;
}

/** The buttons at the foot of a call. */
export function CallControls({
  session,
  video,
  fullScreen,
  isSettingsOpen,
  onSettings,
}: CallControlsProps) {
  return (
    <div
      role="toolbar"
      aria-label="Call controls"
      className="flex flex-wrap justify-center gap-1.5 md:gap-3"
    >
      <DeviceControls session={session} />
      <ControlButton
        label="Sound and devices"
        look={isSettingsOpen ? 'on' : 'plain'}
        aria-expanded={isSettingsOpen}
        aria-controls="call-settings"
        onClick={onSettings}
      >
        <SlidersHorizontal {...icon} />
      </ControlButton>
      {document.pictureInPictureEnabled && (
        <ControlButton
          label="Picture in picture"
          onClick={() => void togglePictureInPicture(video.current)}
        >
          <PictureInPicture2 {...icon} />
        </ControlButton>
      )}
      {fullScreen.isPossible && (
        <ControlButton
          label={fullScreen.isOn ? 'Leave full screen' : 'Full screen'}
          // A phone's screen is as good as full, and its row of buttons is.
          className="max-md:hidden"
          onClick={fullScreen.toggle}
        >
          {fullScreen.isOn ? <Shrink {...icon} /> : <Expand {...icon} />}
        </ControlButton>
      )}
      <HangUp />
    </div>
  );
}

/** There from the first moment of a call. */
export function HangUp() {
  return (
    <ControlButton
      label="Hang up"
      look="end"
      onClick={() => {
        askToNotify();
        dispatchCall({ name: 'hangUp' });
      }}
    >
      <PhoneOff {...icon} />
    </ControlButton>
  );
}

function DeviceControls({ session }: { session: CallSession }) {
  const { isMuted, isCameraOff, isSharing, microphoneId, cameraId } = useObserved(
    session.own.state,
  );
  const { cameras } = useDevices(microphoneId !== undefined || cameraId !== undefined);
  return (
    <>
      <ControlButton
        label={isMuted ? 'Unmute' : 'Mute'}
        shortcut="m"
        look={isMuted ? 'on' : 'plain'}
        onClick={() => session.own.toggleMute()}
      >
        {isMuted ? <MicOff {...icon} /> : <Mic {...icon} />}
      </ControlButton>
      <ControlButton
        label={isCameraOff ? 'Turn camera on' : 'Turn camera off'}
        shortcut="v"
        look={isCameraOff ? 'on' : 'plain'}
        onClick={() => void session.own.toggleCamera()}
      >
        {isCameraOff ? <VideoOff {...icon} /> : <Video {...icon} />}
      </ControlButton>
      {!isCameraOff && (cameras.length > 1 || isPhone()) && (
        <ControlButton label="Switch camera" onClick={() => void switchCamera(session, cameras)}>
          <SwitchCamera {...icon} />
        </ControlButton>
      )}
      {canShare() && (
        <ControlButton
          label={isSharing ? 'Stop sharing' : 'Share screen'}
          shortcut="s"
          look={isSharing ? 'on' : 'plain'}
          onClick={() => void session.toggleSharing()}
        >
          {isSharing ? <MonitorX {...icon} /> : <MonitorUp {...icon} />}
        </ControlButton>
      )}
    </>
  );
}

/** Phones have one at the front and one at the back, and say which; elsewhere it is the next of the list. */
async function switchCamera(session: CallSession, cameras: MediaDeviceInfo[]): Promise<void> {
  const { cameraId, hasFacing } = session.own.state.get();
  if (isPhone() && hasFacing) return session.switchCamera('flip');
  const at = cameras.findIndex(({ deviceId }) => deviceId === cameraId);
  const next = cameras[(at + 1) % cameras.length];
  return next && session.switchCamera({ deviceId: next.deviceId });
}

const isPhone = () => matchMedia('(pointer: coarse)').matches;

/** Not on phones. */
export const canShare = (): boolean =>
  (navigator.mediaDevices as Partial<MediaDevices> | undefined)?.getDisplayMedia !== undefined;

async function togglePictureInPicture(video: HTMLVideoElement | null): Promise<void> {
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture();
    else await video?.requestPictureInPicture();
  } catch {
    // There is no picture yet.
  }
}
