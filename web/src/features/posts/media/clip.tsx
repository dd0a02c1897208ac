import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { mayPlayByItself, playInSight } from './clip-stage.ts';
import { clock } from './clock.ts';
import type { ShownMedia } from './media-tile.tsx';
import { Processing } from './processing.tsx';

/** A video in a grid: silent, moving while it is in sight, its controls in the viewer. */
export function Clip({ media, onLoad, onError }: ShownMedia) {
  const video = useRef<HTMLVideoElement>(null);
  const [seconds, setSeconds] = useState<number>();
  const isReady = media.status === 'ready';
  useEffect(() => (isReady ? playInSight(video.current!) : undefined), [isReady, media.url]);
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
        preload={mayPlayByItself() ? 'metadata' : 'none'}
        tabIndex={-1}
        aria-hidden
        onLoadedData={onLoad}
        onError={onError}
        onDurationChange={({ currentTarget: { duration } }) => setSeconds(duration)}
        className="size-full object-cover"
      />
      {!mayPlayByItself() && (
        <span className="absolute inset-0 m-auto flex size-14 items-center justify-center rounded-full bg-picture-label text-on-picture">
          <Play size={24} strokeWidth={1.75} className="ml-0.5 fill-current" aria-hidden />
        </span>
      )}
      {seconds !== undefined && Number.isFinite(seconds) && (
        <span className="nums absolute right-2 bottom-2 rounded-xs bg-picture-label px-1.5 text-meta font-medium text-on-picture">
          {clock(seconds)}
        </span>
      )}
    </>
  );
}
