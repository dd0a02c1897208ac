import * as words from '#words/chat';
import type { Media } from '@roost/contract/media';
import { useQueryClient } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useFailedUrl } from '../../../lib/pictures/failed-url.ts';
import { mediaSources } from '../../../lib/pictures/picture-sources.ts';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
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
          <button
            // The index is stable, but ids change: an upload replaces the local file at the same index.
            key={index}
            type="button"
            aria-label={labelOf(media, index)}
            data-photo={`${messageId} ${index + 1}`}
            onPointerEnter={MediaViewer.preload}
            onClick={() => {
              setPhoto(index + 1);
              setOpen(true);
            }}
            className={`relative min-h-0 min-w-0 overflow-hidden bg-sunk text-muted focus-visible:z-1 focus-visible:-outline-offset-3 ${spanClasses[span]}`}
          >
            <Picture media={media[index]!} onLost={refreshPictures} />
          </button>
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

function Picture({ media, onLost }: { media: Media; onLost: (url: string) => void }) {
  const { url, width, height } = media;
  const [loaded, setLoaded] = useState<string>();
  const { hasFailed, fail } = useFailedUrl(url);
  const placeholder = loaded === url ? undefined : placeholderOf(media);
  if (hasFailed) {
    const own = ownPreviewOf(media);
    if (own) return <img src={own} alt="" draggable={false} className="size-full object-cover" />;
    return <ImageOff className="m-auto" />;
  }
  return (
    <img
      {...mediaSources(media)}
      sizes="256px"
      alt=""
      width={width}
      height={height}
      decoding="async"
      draggable={false}
      style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
      onLoad={() => setLoaded(url)}
      onError={() => {
        fail();
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
