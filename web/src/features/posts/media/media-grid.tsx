import * as words from '#words/posts';
import type { Media } from '@roost/contract/media';
import { GridFrame, spanClasses } from '../../media/grid-frame.tsx';
import { drawnShare, gridLayout } from '../../media/grid-layout.ts';
import { MediaTile } from './media-tile.tsx';

interface MediaGridProps {
  postId: string;
  media: readonly Media[];
  /** The server has not confirmed the post yet. A press on a picture does not open the viewer. */
  isPending?: boolean;
  /** The post's own page, where the grid has the full width of the column. */
  isOnPage?: boolean;
}

/** The pictures and videos of a post. The grid reserves their space while they load. */
export function MediaGrid({ postId, media, isPending = false, isOnPage = false }: MediaGridProps) {
  if (media.length === 0) return null;
  const { ratio, spans, more } = gridLayout(media);
  return (
    <GridFrame
      label={words.media({ count: media.length })}
      ratio={ratio}
      className="mt-2.5 mb-1 compact:mt-1.5 compact:mb-0.5"
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

/** The `sizes` attribute, from which the browser chooses a file: the column's width minus what is beside the grid. */
function sizesFor(share: number, isOnPage: boolean): string {
  const [column, beside] = isOnPage ? [568, 32] : [512, 88];
  const part = Math.round(share * 100) / 100;
  return `(min-width: 48rem) ${Math.ceil(column * share)}px, calc((100vw - ${beside}px) * ${part})`;
}
