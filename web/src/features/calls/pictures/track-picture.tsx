import { clsx } from 'clsx';
import { useCallback } from 'react';

interface TrackPictureProps {
  track: MediaStreamTrack;
  isMirrored: boolean;
  label: string;
  className?: string;
}

/** Shows one video track without sound. */
export function TrackPicture({ track, isMirrored, label, className }: TrackPictureProps) {
  const show = useCallback(
    (video: HTMLVideoElement | null) => {
      if (!video) return undefined;
      video.srcObject = new MediaStream([track]);
      return () => {
        video.srcObject = null;
      };
    },
    [track],
  );
  return (
    <video
      ref={show}
      autoPlay
      playsInline
      muted
      aria-label={label}
      className={clsx(className, isMirrored && '-scale-x-100')}
    />
  );
}
