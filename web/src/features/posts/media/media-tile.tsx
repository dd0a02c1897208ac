import type { Media } from '@roost/contract/media';
import { ImageOff } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { AltBadge } from './alt-badge.tsx';
import { useFreshMedia } from './fresh-media.ts';
import { placeholderOf } from './placeholder.ts';
import { useViewerLink, type ViewerTarget } from './viewer-link.ts';

const Clip = lazyPart(async () => (await import('./clip.tsx')).Clip);

interface MediaTileProps {
  media: Media;
  /** Where it leads; nowhere while the post is not confirmed. */
  target: ViewerTarget | undefined;
  /** How many the post has. */
  of: number;
  /** How many follow that have no tile of their own. */
  more: number;
  sizes: string;
  className: string;
}

/** One picture or video of a grid. */
export function MediaTile({ media, target, of, more, sizes, className }: MediaTileProps) {
  const [loaded, setLoaded] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const askAnew = useFreshMedia(target?.postId ?? '');
  const { url, alt } = media;
  const placeholder = loaded === url ? undefined : placeholderOf(media);
  const shown = {
    media,
    sizes,
    onLoad: () => setLoaded(url),
    onError: () => {
      setFailed(url);
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
          <Suspense fallback={null}>
            <Clip {...shown} />
          </Suspense>
        ) : (
          <Picture {...shown} />
        )}
        {more > 0 && (
          <span className="nums absolute inset-0 flex items-center justify-center bg-picture-veil text-display font-semibold text-on-picture">
            +{more}
          </span>
        )}
      </TileLink>
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

export interface ShownMedia {
  media: Media;
  sizes: string;
  onLoad: () => void;
  onError: () => void;
}

/** Its name stands beside it, for the link around both. */
function Picture({ media: { url, variants = [], width, height }, ...rest }: ShownMedia) {
  return (
    <img
      {...rest}
      src={url}
      srcSet={variants.map((variant) => `${variant.url} ${variant.width}w`).join(', ') || undefined}
      alt=""
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
    />
  );
}

function Lost({ type }: Pick<Media, 'type'>) {
  return (
    <span className="flex size-full flex-col items-center justify-center gap-2 bg-sunk text-meta text-muted">
      <ImageOff size={20} strokeWidth={1.75} aria-hidden />
      {type === 'video' ? 'Can’t be played here' : 'Can’t be shown'}
    </span>
  );
}

function nameOf({ type, alt }: Media, photo: number | undefined, of: number): string {
  const kind = type === 'video' ? 'Video' : 'Picture';
  const which = of > 1 && photo ? `${kind} ${photo} of ${of}` : kind;
  return alt === '' ? which : `${which}: ${alt}`;
}
