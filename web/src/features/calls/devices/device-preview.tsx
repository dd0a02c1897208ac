import { Phone, Video, VideoOff } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { giveUpCall, placeCall, type CallWish } from '../place-call.ts';
import { askToNotify } from '../ringing/notification.ts';
import { TrackPicture } from '../screen/track-picture.tsx';
import { storeChoice } from './device-choice.ts';
import { DeviceSelect } from './device-select.tsx';
import { LevelMeter } from './level-meter.tsx';
import { useDevices } from './use-devices.ts';
import { usePreview } from './use-preview.ts';

/** A look at oneself before the first call, and whenever the browser lends no device. */
export function DevicePreview({ wish: { to, media } }: { wish: CallWish }) {
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
      onOpenChange={(open) => open || giveUpCall()}
      title={`Call ${to.fullName || to.username}`}
      description="This is how you will be seen and heard."
      initialFocus={start}
      footer={
        <>
          <Button variant="secondary" onClick={giveUpCall}>
            Cancel
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
          <Notice key={problem} type="error">
            {problem}
          </Notice>
        ))}
        {problems.length > 0 && (
          <Button
            variant="secondary"
            size="sm"
            className="self-start"
            busy={isOpening}
            onClick={() => void retry()}
          >
            Try again
          </Button>
        )}
        {media === 'video' && (
          <DeviceSelect
            label="Camera"
            devices={cameras}
            value={camera?.getSettings().deviceId}
            onChoose={(deviceId) => void lookBy(deviceId)}
          />
        )}
        <DeviceSelect
          label="Microphone"
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
          label="Your picture"
          className="size-full animate-appear object-cover"
        />
      ) : isOpening ? (
        <Spinner />
      ) : (
        <VideoOff size={24} strokeWidth={1.75} aria-label="No picture" />
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

/** Without a camera a video call becomes a voice call, and says so; without a microphone one can still listen. */
function StartButton({ isVideo, ...rest }: StartButtonProps) {
  const Icon = isVideo ? Video : Phone;
  return (
    <Button {...rest} icon={<Icon size={18} strokeWidth={1.75} aria-hidden />}>
      {isVideo ? 'Start video call' : 'Start voice call'}
    </Button>
  );
}

function idOf(device: 'microphone' | 'camera', track: MediaStreamTrack | undefined) {
  const id = track?.getSettings().deviceId;
  return id ? { [device]: id } : {};
}
