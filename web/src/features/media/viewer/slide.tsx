import * as words from '#words/media';
import type { Media } from '@roost/contract/media';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useFailedUrl } from '../../../lib/pictures/failed-url.ts';
import { isAnimated, mediaSources } from '../../../lib/pictures/picture-sources.ts';
import { savesData } from '../../../lib/page/saves-data.ts';
import { mayAutoplay } from '../video/autoplay.ts';
import { ratioOf } from '../grid-layout.ts';
import { Processing } from '../video/processing.tsx';
import { placeholderOf } from '../placeholder.ts';

interface SlideProps {
  media: Media;
  /** It is the shown slide, not a neighbour that loads ahead. */
  isCurrent: boolean;
  /** Whether animated pictures move. */
  isMoving: boolean;
  onLost: (url: string) => void;
}

/** A picture or video as large as fits. It has its final shape before it loads. */
export function Slide({ media, isCurrent, isMoving, onLost }: SlideProps) {
  const [loaded, setLoaded] = useState<string>();
  const { url, width } = media;
  const { hasFailed, fail } = useFailedUrl(url);
  const motion = useFailedUrl(url);
  const moves = isAnimated(media) && isCurrent && isMoving && !motion.hasFailed;
  const placeholder = loaded === url ? undefined : placeholderOf(media);
  const shown = {
    media,
    onLoad: () => setLoaded(url),
    onError: () => {
      // If only the moving file is missing, the still is there.
      if (moves) motion.fail();
      else fail();
      onLost(url);
    },
  };
  return (
    <div
      data-picture
      style={{
        aspectRatio: ratioOf(media),
        width: `min(100cqw, ${100 * ratioOf(media)}cqh, max(${width}px, 20rem))`,
        ...(placeholder && { backgroundImage: `url("${placeholder}")` }),
      }}
      className="relative shrink-0 bg-cover bg-center"
    >
      {media.status === 'processing' ? (
        <Processing poster={media.poster} />
      ) : hasFailed ? (
        <p className="flex size-full flex-col items-center justify-center gap-2 bg-sunk text-muted">
          <ImageOff size={24} />
          {media.type === 'video' ? words.cantBePlayedHere : words.cantBeShown}
        </p>
      ) : media.type === 'image' ? (
        // Neighbours load ahead, except for people who save data. They see the blurred placeholder until then.
        (isCurrent || !savesData()) && <LargePicture {...shown} isMoving={moves} />
      ) : (
        <Film {...shown} isCurrent={isCurrent} />
      )}
    </div>
  );
}

interface Shown {
  media: Media;
  onLoad: () => void;
  onError: () => void;
}

function LargePicture({ media, onLoad, onError, isMoving }: Shown & { isMoving: boolean }) {
  return (
    <img
      {...mediaSources(media, { isFull: true, isMoving })}
      sizes="100vw"
      alt={media.alt || words.pictureWithoutAltText}
      decoding="async"
      draggable={false}
      onLoad={onLoad}
      onError={onError}
      className="size-full object-contain"
    />
  );
}

function Film({ media, onLoad, onError, isCurrent }: Shown & { isCurrent: boolean }) {
  if (!isCurrent) {
    return media.poster ? <img src={media.poster} alt="" className="size-full" /> : null;
  }
  return (
    // There are no captions yet. The alt text of a video may describe its sound.
    <video
      src={media.url}
      poster={media.poster}
      controls
      autoPlay={mayAutoplay()}
      // The person turns the sound on.
      muted
      loop
      playsInline
      aria-label={media.alt || words.videoWithoutAltText}
      onLoadedData={onLoad}
      onError={onError}
      className="size-full object-contain outline-none"
    />
  );
}
