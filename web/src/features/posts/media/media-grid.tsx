import type { Media } from '@roost/contract/media';
import { GridFrame, spanClasses } from './grid-frame.tsx';
import { drawnShare, gridLayout } from './grid-layout.ts';
import { MediaTile } from './media-tile.tsx';

interface MediaGridProps {
  postId: string;
  media: readonly Media[];
  /** Not yet confirmed, so there is nothing to open. */
  isPending?: boolean;
  /** On the post's own page, where it has the column's whole width. */
  isOnPage?: boolean;
}

/** A post's pictures and videos; their place is kept before they are there. */
export function MediaGrid({ postId, media, isPending = false, isOnPage = false }: MediaGridProps) {
  if (media.length === 0) return null;
  const { ratio, spans, more } = gridLayout(media);
  return (
    <GridFrame
      label={media.length === 1 ? 'Media' : `Media, ${media.length}`}
      ratio={ratio}
      className="mt-2.5 mb-1"
    >
      {spans.map((span, index) => (
        <MediaTile
          key={media[index]!._id}
          media={media[index]!}
          target={isPending ? undefined : { postId, photo: index + 1 }}
          of={media.length}
          more={index === spans.length - 1 ? more : 0}
          sizes={sizesFor(drawnShare(span, ratio, media[index]!), isOnPage)}
          className={spanClasses[span]}
        />
      ))}
    </GridFrame>
  );
}

/** For the browser's choice of file: the column's width less what stands beside the grid. */
function sizesFor(share: number, isOnPage: boolean): string {
  const [column, beside] = isOnPage ? [568, 32] : [512, 88];
  const part = Math.round(share * 100) / 100;
  return `(min-width: 48rem) ${Math.ceil(column * share)}px, calc((100vw - ${beside}px) * ${part})`;
}
