import * as words from '#words/calls';
import { clsx } from 'clsx';
import { VolumeX } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Sentence } from '../../../ui/sentence.tsx';
import { nameOf } from '../../../ui/name-of.ts';
import type { Person } from '../call-machine.ts';
import type { SessionState } from '../session/call-session.ts';
import { playOn } from '../controls/speaker.ts';
import { hasPicture } from './has-picture.ts';

interface RemotePictureProps {
  video: RefObject<HTMLVideoElement | null>;
  person: Person;
  state: SessionState;
  speaker: string | undefined;
}

/** The video and sound of the other side. While their video is off, their avatar is shown. */
export function RemotePicture({ video, person, state, speaker }: RemotePictureProps) {
  const { remote, isPeerSharing, status } = state;
  const name = nameOf(person);
  const [isHeld, setHeld] = useState(false);
  const isPictured = hasPicture(state);

  useEffect(() => {
    const element = video.current;
    if (!element || !remote) return undefined;
    element.srcObject = remote;
    // Browsers may require a user gesture before they play sound.
    element.play().then(
      () => setHeld(false),
      (error: unknown) => setHeld(error instanceof Error && error.name === 'NotAllowedError'),
    );
    return () => {
      element.srcObject = null;
    };
  }, [remote, video]);
  useEffect(() => {
    if (video.current) playOn(video.current, speaker);
  }, [speaker, video]);

  return (
    <div className="absolute inset-0">
      <video
        ref={video}
        autoPlay
        playsInline
        aria-label={isPeerSharing ? words.screenOf({ name }) : words.pictureOf({ name })}
        aria-hidden={!isPictured}
        className={clsx(
          'size-full transition-opacity duration-(--in)',
          isPeerSharing ? 'object-contain' : 'object-contain max-md:object-cover',
          !isPictured && 'opacity-0',
        )}
      />
      {!isPictured && (
        <div className="absolute inset-0 flex flex-col items-center justify-center gap-5 px-6 text-center text-on-picture">
          <Avatar user={person} size={144} />
          {status === 'connected' && (
            <p className="text-body">
              <Sentence parts={words.cameraIsOff({ name: <bdi>{name}</bdi> })} />
            </p>
          )}
        </div>
      )}
      {isHeld && (
        <Button
          className="absolute inset-0 z-10 m-auto"
          icon={<VolumeX size={18} />}
          onClick={() => void video.current?.play().then(() => setHeld(false))}
        >
          {words.turnSoundOn}
        </Button>
      )}
    </div>
  );
}
