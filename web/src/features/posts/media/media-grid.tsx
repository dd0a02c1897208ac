import type { Media } from '@roost/contract/media';
import { drawnShare, gridLayout, type Span } from './grid-layout.ts';
import { MediaTile } from './media-tile.tsx';

const spans: Record<Span, string> = {
  whole: 'col-span-2 row-span-2',
  half: 'row-span-2',
  quarter: '',
};

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
  const { ratio, spans: shown, more } = gridLayout(media);
  return (
    <div
      role="group"
      aria-label={media.length === 1 ? 'Media' : `Media, ${media.length}`}
      style={{ aspectRatio: ratio }}
      className="relative mt-2.5 mb-1 grid grid-cols-2 grid-rows-2 gap-0.5 overflow-hidden rounded-card after:pointer-events-none after:absolute after:inset-0 after:rounded-card after:border after:border-picture-edge"
    >
      {shown.map((span, index) => (
        <MediaTile
          key={media[index]!._id}
          media={media[index]!}
          target={isPending ? undefined : { postId, photo: index + 1 }}
          of={media.length}
          more={index === shown.length - 1 ? more : 0}
          sizes={sizesFor(drawnShare(span, ratio, media[index]!), isOnPage)}
          className={spans[span]}
        />
      ))}
    </div>
  );
}

/** For the browser's choice of file: the column's width less what stands beside the grid. */
function sizesFor(share: number, isOnPage: boolean): string {
  const [column, beside] = isOnPage ? [568, 32] : [512, 88];
  const part = Math.round(share * 100) / 100;
  return `(min-width: 48rem) ${Math.ceil(column * share)}px, calc((100vw - ${beside}px) * ${part})`;
}
