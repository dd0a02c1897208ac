import * as words from '#words/chat';
import type { Media } from '@roost/contract/media';
import { useQueryClient } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useFailedUrl } from '../../../lib/pictures/failed-url.ts';
import { isAnimated, mediaSources } from '../../../lib/pictures/picture-sources.ts';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { OptionalBoundary } from '../../../ui/states/optional-boundary.tsx';
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { useClosedByBack } from '../../../ui/overlays/sheet-history.ts';
import { GridFrame, spanClasses } from '../../media/grid-frame.tsx';
import { gridLayout } from '../../media/grid-layout.ts';
import { ownPreviewOf, placeholderOf } from '../../media/placeholder.ts';
import { lostPictures } from './lost-pictures.ts';
import { refreshMessages } from './messages.query.ts';
import { createSingleFlight } from '../../../lib/single-flight.ts';

const MediaViewer = lazyPart(
  async () => (await import('../../media/viewer/media-viewer.tsx')).MediaViewer,
);
const PictureAutoplay = lazyPart(
  async () => (await import('../../media/video/picture-autoplay.tsx')).PictureAutoplay,
);

interface MessagePicturesProps {
  messageId: string;
  conversationId: string;
  media: readonly Media[];
  viewerLabel: string;
}

/** The pictures of a message. The grid has its size before they load. A press opens the viewer. */
export function MessagePictures(props: MessagePicturesProps) {
  const { messageId, conversationId, media, viewerLabel } = props;
  const { ratio, spans } = gridLayout(media);
  const [photo, setPhoto] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const refreshPictures = useRefreshPictures(conversationId);
  useClosedByBack(isOpen, () => setOpen(false));
  return (
    <>
      <GridFrame
        label={words.pictures({ count: media.length })}
        ratio={ratio}
        className="w-64 max-w-full"
      >
        {spans.map((span, index) => (
          <Tile
            // The index is stable, but ids change: an upload replaces the local file at the same index.
            key={index}
            media={media[index]!}
            label={labelOf(media, index)}
            photo={`${messageId} ${index + 1}`}
            className={spanClasses[span]}
            onOpen={() => {
              setPhoto(index + 1);
              setOpen(true);
            }}
            onLost={refreshPictures}
          />
        ))}
      </GridFrame>
      {photo !== undefined && (
        <LazyOverlay open={isOpen} onFailed={() => setOpen(false)}>
          <MediaViewer
            id={messageId}
            label={viewerLabel}
            media={media}
            photo={photo}
            open={isOpen}
            onTurn={setPhoto}
            onClose={() => setOpen(false)}
            onClosed={() => setPhoto(undefined)}
            onLost={refreshPictures}
          />
        </LazyOverlay>
      )}
    </>
  );
}

interface PictureProps {
  media: Media;
  onLost: (url: string) => void;
}

interface TileProps extends PictureProps {
  label: string;
  /** The message and the number of the picture, as the viewer names them. */
  photo: string;
  className: string;
  onOpen: () => void;
}

function Tile({ media, label, photo, className, onOpen, onLost }: TileProps) {
  const [isMoving, setMoving] = useState(false);
  return (
    <div className={`relative min-h-0 min-w-0 overflow-hidden ${className}`}>
      <button
        type="button"
        aria-label={label}
        data-photo={photo}
        onPointerEnter={MediaViewer.preload}
        onClick={onOpen}
        className="absolute inset-0 bg-sunk text-muted focus-visible:z-1 focus-visible:-outline-offset-3"
      >
        <Picture media={media} isMoving={isMoving} onLost={onLost} />
      </button>
      {isAnimated(media) && (
        <OptionalBoundary>
          <PictureAutoplay id={media._id} onMove={setMoving} />
        </OptionalBoundary>
      )}
    </div>
  );
}

function Picture({ media, isMoving, onLost }: PictureProps & { isMoving: boolean }) {
  const { url, width, height } = media;
  const [loaded, setLoaded] = useState<string>();
  const { hasFailed, fail } = useFailedUrl(url);
  const motion = useFailedUrl(url);
  const moves = isMoving && !motion.hasFailed;
  const placeholder = loaded === url ? undefined : placeholderOf(media);
  if (hasFailed) {
    const own = ownPreviewOf(media);
    if (own) return <img src={own} alt="" draggable={false} className="size-full object-cover" />;
    return <ImageOff className="m-auto" />;
  }
  return (
    <img
      {...mediaSources(media, { isMoving: moves })}
      sizes="256px"
      alt=""
      width={width}
      height={height}
      decoding="async"
      draggable={false}
      style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
      onLoad={() => setLoaded(url)}
      onError={() => {
        // If only the moving file is missing, the still is there.
        if (moves) motion.fail();
        else fail();
        onLost(url);
      }}
      className="size-full bg-cover bg-center object-cover"
    />
  );
}

function labelOf(media: readonly Media[], index: number): string {
  const { alt } = media[index]!;
  if (media.length === 1) return alt === '' ? words.picture : words.describedPicture({ alt });
  const position = { number: index + 1, count: media.length };
  return alt === '' ? words.pictureOf(position) : words.describedPictureOf({ ...position, alt });
}

/** Several failed pictures of one conversation share a refresh. */
const refresh = createSingleFlight<void>();

/** Returns a function that refreshes the messages after a picture failed. Signed URLs expire; a refresh brings new ones. */
function useRefreshPictures(conversationId: string): (failedUrl: string) => void {
  const client = useQueryClient();
  return (failedUrl) => {
    if (!lostPictures.isFirst(failedUrl)) return;
    void refresh(conversationId, () =>
      // After a failed refresh, a picture that fails again may cause another one.
      refreshMessages(client, conversationId).catch(() => lostPictures.forget()),
    );
  };
}
