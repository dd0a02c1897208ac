import type { Media } from '@roost/contract/media';
import { useQueryClient } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useFailedUrl } from '../../../lib/failed-url.ts';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { LazyOverlay } from '../../../ui/lazy-overlay.tsx';
import { useClosedByBack } from '../../../ui/sheet-history.ts';
import { GridFrame, spanClasses } from '../../posts/media/grid-frame.tsx';
import { gridLayout } from '../../posts/media/grid-layout.ts';
import { ownPreviewOf, placeholderOf } from '../../posts/media/placeholder.ts';
import { lostPictures } from './lost-pictures.ts';
import { refreshMessages } from '../history/messages.query.ts';

const MediaViewer = lazyPart(
  async () => (await import('../../posts/viewer/media-viewer.tsx')).MediaViewer,
);

interface MessagePicturesProps {
  messageId: string;
  conversationId: string;
  media: readonly Media[];
  /** Whose they are. */
  name: string;
}

/** A message's pictures; their place is kept before they are there. A press opens them large. */
export function MessagePictures(props: MessagePicturesProps) {
  const { messageId, conversationId, media, name } = props;
  const { ratio, spans } = gridLayout(media);
  const [photo, setPhoto] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const askAnew = useFreshPictures(conversationId);
  useClosedByBack(isOpen, () => setOpen(false));
  return (
    <>
      <GridFrame
        label={media.length === 1 ? 'Picture' : `Pictures, ${media.length}`}
        ratio={ratio}
        className="w-64 max-w-full"
      >
        {spans.map((span, index) => (
          <button
            key={media[index]!._id}
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
            <Picture media={media[index]!} onLost={askAnew} />
          </button>
        ))}
      </GridFrame>
      {photo !== undefined && (
        <LazyOverlay open={isOpen} onFailed={() => setOpen(false)}>
          <MediaViewer
            id={messageId}
            name={name}
            media={media}
            photo={photo}
            open={isOpen}
            onTurn={setPhoto}
            onClose={() => setOpen(false)}
            onClosed={() => setPhoto(undefined)}
            onLost={askAnew}
          />
        </LazyOverlay>
      )}
    </>
  );
}

function Picture({ media, onLost }: { media: Media; onLost: (url: string) => void }) {
  const { url, variants = [], width, height } = media;
  const [loaded, setLoaded] = useState<string>();
  const { hasFailed, fail } = useFailedUrl(url);
  const placeholder = loaded === url ? undefined : placeholderOf(media);
  if (hasFailed) {
    const own = ownPreviewOf(media);
    if (own) return <img src={own} alt="" draggable={false} className="size-full object-cover" />;
    return <ImageOff size={20} strokeWidth={1.75} aria-hidden className="m-auto" />;
  }
  return (
    <img
      src={url}
      srcSet={variants.map((variant) => `${variant.url} ${variant.width}w`).join(', ') || undefined}
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
  const which = media.length > 1 ? `Picture ${index + 1} of ${media.length}` : 'Picture';
  const alt = media[index]!.alt;
  return alt === '' ? which : `${which}: ${alt}`;
}

/** Threads on their way: of several pictures that failed at once, one asks for all. */
const asking = new Set<string>();

/** Signed addresses run out: the messages are asked for anew, which brings others. */
function useFreshPictures(conversationId: string): (failedUrl: string) => void {
  const client = useQueryClient();
  return (failedUrl) => {
    if (!lostPictures.isFirst(failedUrl)) return;
    if (asking.has(conversationId)) return;
    asking.add(conversationId);
    refreshMessages(client, conversationId)
      // Out of reach: the tile says so, and what fails again once the line is back is asked for again.
      .catch(() => lostPictures.forget())
      .finally(() => asking.delete(conversationId));
  };
}
