import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { mayAutoplay, autoplayInView } from './autoplay.ts';
import { durationText } from '../../../lib/format/duration.ts';
import type { ShownMedia } from '../shown-media.ts';
import { Processing } from './processing.tsx';

/** A video in a media grid. It plays muted while it is in view; the viewer has its controls. */
export function InlineVideo({ media, onLoad, onError }: ShownMedia) {
  const video = useRef<HTMLVideoElement>(null);
  const [seconds, setSeconds] = useState<number>();
  const isReady = media.status === 'ready';
  useEffect(
    () => (isReady ? autoplayVideo(video.current!, media._id) : undefined),
    [isReady, media._id, media.url],
  );
  if (!isReady) return <Processing poster={media.poster} />;
  return (
    <>
      <video
        ref={video}
        src={media.url}
        poster={media.poster}
        muted
        loop
        playsInline
        disablePictureInPicture
        disableRemotePlayback
        preload={mayAutoplay() ? 'metadata' : 'none'}
        tabIndex={-1}
        aria-hidden
        onLoadedData={onLoad}
        onError={onError}
        onDurationChange={({ currentTarget: { duration } }) => setSeconds(duration)}
        className="size-full object-cover"
      />
      {!mayAutoplay() && (
        <span className="absolute inset-0 m-auto flex size-14 items-center justify-center rounded-full bg-picture-label text-on-picture">
          <Play size={24} className="ms-0.5 fill-current" />
        </span>
      )}
      {seconds !== undefined && Number.isFinite(seconds) && (
        <span className="nums absolute end-2 bottom-2 rounded-xs bg-picture-label px-1.5 text-meta font-medium text-on-picture">
          {durationText(Math.round(seconds))}
        </span>
      )}
    </>
  );
}

function autoplayVideo(video: HTMLVideoElement, id: string): () => void {
  return autoplayInView(video, {
    id,
    // Some browsers refuse to play, to save power. The poster stays.
    play: () => void video.play().catch(() => {}),
    pause: () => video.pause(),
  });
}
