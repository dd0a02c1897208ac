import type { Media } from '@roost/contract/media';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useFailedUrl } from '../../../lib/failed-url.ts';
import { mayPlayByItself } from '../media/clip-stage.ts';
import { ratioOf } from '../media/grid-layout.ts';
import { Processing } from '../media/processing.tsx';
import { placeholderOf } from '../media/placeholder.ts';

interface SlideProps {
  media: Media;
  /** The one that is shown, not a neighbour made ready. */
  isCurrent: boolean;
  onLost: (url: string) => void;
}

/** A picture or video as large as it fits, in its own shape before it is there. */
export function Slide({ media, isCurrent, onLost }: SlideProps) {
  const [loaded, setLoaded] = useState<string>();
  const { url, width } = media;
  const { hasFailed, fail } = useFailedUrl(url);
  const placeholder = loaded === url ? undefined : placeholderOf(media);
  const shown = {
    media,
    onLoad: () => setLoaded(url),
    onError: () => {
      fail();
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
          <ImageOff size={24} strokeWidth={1.75} aria-hidden />
          {media.type === 'video' ? 'Can’t be played here' : 'Can’t be shown'}
        </p>
      ) : media.type === 'image' ? (
        <LargePicture {...shown} />
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

function LargePicture({ media: { url, alt, variants = [] }, onLoad, onError }: Shown) {
  return (
    <img
      src={url}
      srcSet={variants.map((variant) => `${variant.url} ${variant.width}w`).join(', ') || undefined}
      sizes="100vw"
      alt={alt || 'Picture without alt text'}
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
    // Whoever posts a video may say in its alt text what is heard; there is no way yet to send captions.
    <video
      src={media.url}
      poster={media.poster}
      controls
      autoPlay={mayPlayByItself()}
      // Sound is for the person to turn on.
      muted
      loop
      playsInline
      aria-label={media.alt || 'Video without alt text'}
      onLoadedData={onLoad}
      onError={onError}
      className="size-full object-contain outline-none"
    />
  );
}
