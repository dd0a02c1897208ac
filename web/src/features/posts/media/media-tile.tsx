import * as words from '#words/posts';
import type { Media } from '@roost/contract/media';
import { ImageOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from '../../../lib/router/link.tsx';
import { useFailedUrl } from '../../../lib/pictures/failed-url.ts';
import { isAnimated, mediaSources } from '../../../lib/pictures/picture-sources.ts';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { OptionalBoundary } from '../../../ui/states/optional-boundary.tsx';
import { AltBadge } from '../../media/alt-badge.tsx';
import { useRefetchExpiredMedia } from './use-refetch-expired-media.ts';
import type { ShownMedia } from '../../media/shown-media.ts';
import { placeholderOf } from '../../media/placeholder.ts';
import { useViewerLink, type ViewerTarget } from './viewer-link.ts';

const InlineVideo = lazyPart(
  async () => (await import('../../media/video/inline-video.tsx')).InlineVideo,
);
const PauseButton = lazyPart(
  async () => (await import('../../media/video/pause-button.tsx')).PauseButton,
);
const PictureAutoplay = lazyPart(
  async () => (await import('../../media/video/picture-autoplay.tsx')).PictureAutoplay,
);

interface MediaTileProps {
  media: Media;
  /** The viewer that a press opens. Undefined while the post is not confirmed. */
  target: ViewerTarget | undefined;
  /** The number of media in the post. */
  of: number;
  /** The number of further media without a tile. */
  more: number;
  /** Shows only the still of an animated picture. */
  isStill?: boolean;
  sizes: string;
  className: string;
}

/** A picture or video in a grid. */
export function MediaTile(props: MediaTileProps) {
  const { media, target, of, more, isStill = false, sizes, className } = props;
  const [loaded, setLoaded] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const [isMoving, setMoving] = useState(false);
  const askAnew = useRefetchExpiredMedia(target?.postId ?? '');
  const { url, alt } = media;
  const motion = useFailedUrl(url);
  const moves = isMoving && !motion.hasFailed;
  const placeholder = loaded === url ? undefined : placeholderOf(media);
  const shown = {
    media,
    sizes,
    onLoad: () => setLoaded(url),
    onError: () => {
      // If only the moving file is missing, the still is there.
      if (moves) motion.fail();
      else setFailed(url);
      askAnew(url);
    },
  };
  return (
    <div
      style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
      className={`relative min-h-0 min-w-0 overflow-hidden bg-sunk bg-cover bg-center ${className}`}
    >
      <TileLink target={target}>
        <span className="sr-only">{nameOf(media, target?.photo, of)}</span>
        {failed === url ? (
          <Lost type={media.type} />
        ) : media.type === 'video' ? (
          <OptionalBoundary>
            <InlineVideo {...shown} />
          </OptionalBoundary>
        ) : (
          <Picture {...shown} isMoving={moves} />
        )}
        {more > 0 && (
          <span
            dir="ltr"
            className="nums absolute inset-0 flex items-center justify-center bg-picture-veil text-display font-semibold text-on-picture"
          >
            +{more}
          </span>
        )}
      </TileLink>
      {failed !== url && more === 0 && (
        <OptionalBoundary>
          {media.type === 'video' && media.status === 'ready' && (
            <PauseButton _id={media._id} type="video" />
          )}
          {isAnimated(media) && !isStill && <PictureAutoplay id={media._id} onMove={setMoving} />}
        </OptionalBoundary>
      )}
      {alt !== '' && <AltBadge alt={alt} />}
    </div>
  );
}

function TileLink({ target, children }: { target: ViewerTarget | undefined; children: ReactNode }) {
  const linkTo = useViewerLink();
  if (!target) return children;
  return (
    <Link
      {...linkTo(target)}
      data-photo={`${target.postId} ${target.photo}`}
      className="absolute inset-0 focus-visible:z-1 focus-visible:outline-3 focus-visible:-outline-offset-3"
    >
      {children}
    </Link>
  );
}

/** The picture has an empty `alt`, because the link around it has the description. */
function Picture({ media, isMoving, ...rest }: ShownMedia & { isMoving: boolean }) {
  return (
    <img
      {...rest}
      {...mediaSources(media, { isMoving })}
      alt=""
      width={media.width}
      height={media.height}
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
    />
  );
}

function Lost({ type }: Pick<Media, 'type'>) {
  return (
    <span className="flex size-full flex-col items-center justify-center gap-2 bg-sunk text-meta text-muted">
      <ImageOff />
      {type === 'video' ? words.cantBePlayedHere : words.cantBeShown}
    </span>
  );
}

function nameOf({ type, alt }: Media, photo: number | undefined, of: number): string {
  const isVideo = type === 'video';
  let name = isVideo ? words.video : words.picture;
  if (of > 1 && photo) {
    const numbers = { number: photo, count: of };
    name = isVideo ? words.videoNumberOf(numbers) : words.pictureNumberOf(numbers);
  }
  return alt === '' ? name : `${name}: ${alt}`;
}
