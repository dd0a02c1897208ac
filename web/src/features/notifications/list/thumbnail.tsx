import type { Media } from '@roost/contract/media';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { mediaSources } from '../../../lib/pictures/picture-sources.ts';
import { placeholderOf } from '../../media/placeholder.ts';

/** A small picture, or the poster of a video. Nothing while there is none, and if it cannot be loaded. */
export function Thumbnail({ media }: { media: Media }) {
  const [lost, setLost] = useState<string>();
  const { src, srcSet } =
    media.type === 'image' ? mediaSources(media) : { src: media.poster, srcSet: undefined };
  if (!src || lost === src) return null;
  const placeholder = placeholderOf(media);
  return (
    <span
      style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
      className="relative size-14 shrink-0 overflow-hidden rounded-input bg-sunk bg-cover bg-center compact:size-10"
    >
      <img
        src={src}
        srcSet={srcSet}
        sizes="56px"
        alt={media.alt}
        loading="lazy"
        decoding="async"
        onError={() => setLost(src)}
        className="size-full object-cover"
      />
      {media.type === 'video' && (
        <Play
          size={16}
          className="absolute inset-0 m-auto box-content rounded-full bg-picture-label fill-current p-1 text-on-picture"
        />
      )}
    </span>
  );
}
