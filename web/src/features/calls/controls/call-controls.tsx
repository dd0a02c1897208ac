import * as words from '#words/calls';
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
import { useStore } from '../../../lib/store.ts';
import { ControlButton } from './control-button.tsx';
import type { useFullScreen } from '../screen/full-screen.ts';

interface CallControlsProps {
  session: CallSession;
  video: RefObject<HTMLVideoElement | null>;
  fullScreen: ReturnType<typeof useFullScreen>;
  isSettingsOpen: boolean;
  onSettings: () => void;
}

/** The buttons at the bottom of a call. */
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
      aria-label={words.callControls}
      className="flex flex-wrap justify-center gap-1.5 md:gap-3"
    >
      <DeviceControls session={session} />
      <ControlButton
        label={words.soundAndDevices}
        look={isSettingsOpen ? 'on' : 'plain'}
        aria-expanded={isSettingsOpen}
        aria-controls="call-settings"
        onClick={onSettings}
      >
        <SlidersHorizontal />
      </ControlButton>
      {document.pictureInPictureEnabled && (
        <ControlButton
          label={words.pictureInPicture}
          onClick={() => void togglePictureInPicture(video.current)}
        >
          <PictureInPicture2 />
        </ControlButton>
      )}
      {fullScreen.isPossible && (
        <ControlButton
          label={fullScreen.isOn ? words.leaveFullScreen : words.fullScreen}
          // On phones the call already fills the screen, and the row has no space for another button.
          className="max-md:hidden"
          onClick={fullScreen.toggle}
        >
          {fullScreen.isOn ? <Shrink /> : <Expand />}
        </ControlButton>
      )}
      <HangUp />
    </div>
  );
}

/** Available from the first moment of a call. */
export function HangUp() {
  return (
    <ControlButton
      label={words.hangUp}
      look="end"
      onClick={() => {
        askToNotify();
        dispatchCall({ name: 'hangUp' });
      }}
    >
      <PhoneOff />
    </ControlButton>
  );
}

function DeviceControls({ session }: { session: CallSession }) {
  const { isMuted, isCameraOff, isSharing, microphoneId, cameraId } = useStore(session.own.state);
  const { cameras } = useDevices(microphoneId !== undefined || cameraId !== undefined);
  return (
    <>
      <ControlButton
        label={isMuted ? words.unmute : words.mute}
        shortcut="m"
        look={isMuted ? 'on' : 'plain'}
        onClick={() => session.own.toggleMute()}
      >
        {isMuted ? <MicOff /> : <Mic />}
      </ControlButton>
      <ControlButton
        label={isCameraOff ? words.turnCameraOn : words.turnCameraOff}
        shortcut="v"
        look={isCameraOff ? 'on' : 'plain'}
        onClick={() => void session.own.toggleCamera()}
      >
        {isCameraOff ? <VideoOff /> : <Video />}
      </ControlButton>
      {!isCameraOff && (cameras.length > 1 || isPhone()) && (
        <ControlButton
          label={words.switchCamera}
          onClick={() => void switchCamera(session, cameras)}
        >
          <SwitchCamera />
        </ControlButton>
      )}
      {canShare() && (
        <ControlButton
          label={isSharing ? words.stopSharing : words.shareScreen}
          shortcut="s"
          look={isSharing ? 'on' : 'plain'}
          onClick={() => void session.toggleSharing()}
        >
          {isSharing ? <MonitorX /> : <MonitorUp />}
        </ControlButton>
      )}
    </>
  );
}

/** Flips between front and back if the camera reports its facing mode. Otherwise chooses the next camera of the list. */
async function switchCamera(session: CallSession, cameras: MediaDeviceInfo[]): Promise<void> {
  const { cameraId, hasFacing } = session.own.state.get();
  if (isPhone() && hasFacing) return session.switchCamera('flip');
  const at = cameras.findIndex(({ deviceId }) => deviceId === cameraId);
  const next = cameras[(at + 1) % cameras.length];
  return next && session.switchCamera({ deviceId: next.deviceId });
}

const isPhone = () => matchMedia('(pointer: coarse)').matches;

/** Phones do not support this. */
export const canShare = (): boolean =>
  (navigator.mediaDevices as Partial<MediaDevices> | undefined)?.getDisplayMedia !== undefined;

async function togglePictureInPicture(video: HTMLVideoElement | null): Promise<void> {
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture();
    else await video?.requestPictureInPicture();
  } catch {
    // The video has no picture yet.
  }
}
