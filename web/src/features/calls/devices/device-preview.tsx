import * as words from '#words/calls';
import { Phone, Video, VideoOff } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { nameOf } from '../../../ui/name-of.ts';
import { cancelPlannedCall, placeCall, type PlannedCall } from '../place-call.ts';
import { askToNotify } from '../ringing/notification.ts';
import { TrackPicture } from '../pictures/track-picture.tsx';
import { storeChoice } from './chosen-devices.ts';
import { DeviceSelect } from './device-select.tsx';
import { LevelMeter } from './level-meter.tsx';
import { useDevices } from './use-devices.ts';
import { usePreview } from './use-preview.ts';

/** Lets the user check the devices before the first call, and whenever the browser denies a device. */
export function DevicePreview({ planned: { to, media } }: { planned: PlannedCall }) {
  const start = useRef<HTMLButtonElement>(null);
  const { preview, retry, useMicrophone: listenBy, useCamera: lookBy } = usePreview(media);
  const { microphone, camera, microphoneProblem, cameraProblem, isOpening } = preview;
  const { microphones, cameras } = useDevices(microphone !== undefined);
  const problems = [microphoneProblem, cameraProblem].filter((each) => each !== undefined);

  function place() {
    storeChoice({
      ...idOf('microphone', microphone),
      ...idOf('camera', camera),
    });
    askToNotify();
    placeCall(to, media === 'video' && camera ? 'video' : 'audio');
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || cancelPlannedCall()}
      title={words.callPerson({ name: nameOf(to) })}
      description={words.howYouWillBeSeenAndHeard}
      initialFocus={start}
      footer={
        <>
          <Button variant="secondary" onClick={cancelPlannedCall}>
            {words.cancel}
          </Button>
          <StartButton
            ref={start}
            isVideo={media === 'video' && (camera !== undefined || isOpening)}
            busy={isOpening}
            onClick={place}
          />
        </>
      }
    >
      <div className="mt-4 flex flex-col gap-4">
        {media === 'video' && <Picture camera={camera} isOpening={isOpening} />}
        {[...new Set(problems)].map((problem) => (
          <Alert key={problem} type="error">
            {problem}
          </Alert>
        ))}
        {problems.length > 0 && (
          <Button
            variant="secondary"
            size="sm"
            className="self-start"
            busy={isOpening}
            onClick={() => void retry()}
          >
            {words.tryAgain}
          </Button>
        )}
        {media === 'video' && (
          <DeviceSelect
            label={words.camera}
            devices={cameras}
            value={camera?.getSettings().deviceId}
            onChoose={(deviceId) => void lookBy(deviceId)}
          />
        )}
        <DeviceSelect
          label={words.microphone}
          devices={microphones}
          value={microphone?.getSettings().deviceId}
          onChoose={(deviceId) => void listenBy(deviceId)}
        />
        {microphone && <LevelMeter track={microphone} />}
      </div>
    </Dialog>
  );
}

function Picture({
  camera,
  isOpening,
}: {
  camera: MediaStreamTrack | undefined;
  isOpening: boolean;
}) {
  return (
    <div className="flex aspect-video items-center justify-center overflow-hidden rounded-card bg-viewer text-on-picture">
      {camera ? (
        <TrackPicture
          track={camera}
          isMirrored
          label={words.yourPicture}
          className="size-full animate-appear object-cover"
        />
      ) : isOpening ? (
        <Spinner />
      ) : (
        <VideoOff size={24} aria-label={words.noPicture} />
      )}
    </div>
  );
}

interface StartButtonProps {
  ref: RefObject<HTMLButtonElement | null>;
  isVideo: boolean;
  busy: boolean;
  onClick: () => void;
}

/** Starts the call. Without a camera, the label offers a voice call. Without a microphone, the user can still listen. */
function StartButton({ isVideo, ...rest }: StartButtonProps) {
  const Icon = isVideo ? Video : Phone;
  return (
    <Button {...rest} icon={<Icon size={18} />}>
      {isVideo ? words.startVideoCall : words.startVoiceCall}
    </Button>
  );
}

function idOf(device: 'microphone' | 'camera', track: MediaStreamTrack | undefined) {
  const id = track?.getSettings().deviceId;
  return id ? { [device]: id } : {};
}
