import * as words from '#words/moderation';
import type { Media } from '@roost/contract/media';
import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { isAnimated, mediaSources } from '../../../lib/pictures/picture-sources.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PictureAutoplay } from '../../media/video/picture-autoplay.tsx';

interface VeiledMediaProps {
  media: readonly Media[];
  /** The ids of the media that are still there. Absent: all. */
  remaining?: ReadonlySet<string> | undefined;
}

/** Pictures and videos of a reported subject. The browser loads none of them before the moderator asks for it. */
export function VeiledMedia({ media, remaining }: VeiledMediaProps) {
  if (media.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-col gap-3">
      {media.map((medium, index) => (
        <li key={medium._id}>
          <OneMedium medium={medium} name={nameOf(medium, index + 1)} />
          {remaining && !remaining.has(medium._id) && (
            <p className="mt-1 text-meta text-danger-text">{words.isNoLongerThere}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

const nameOf = ({ type }: Media, number: number): string =>
  type === 'video' ? words.video({ number }) : words.picture({ number });

function OneMedium({ medium, name }: { medium: Media; name: string }) {
  const [isShown, setShown] = useState(false);
  const { alt, status } = medium;
  return (
    <div className="overflow-hidden rounded-card border border-line bg-sunk">
      {isShown && <Shown medium={medium} name={name} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-2.5">
        {!isShown && <EyeOff size={18} className="text-muted" />}
        <div className="min-w-0 flex-1 text-meta">
          <p className="font-semibold">{name}</p>
          <p dir="auto" className="text-muted [overflow-wrap:anywhere]">
            {status === 'processing' ? words.isStillBeingPrepared : alt || words.noDescription}
          </p>
        </div>
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={isShown}
          aria-label={isShown ? words.hideMedium({ name }) : words.showMedium({ name })}
          disabled={status === 'processing'}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? words.hideAgain : words.show}
        </Button>
      </div>
    </div>
  );
}

function Shown({ medium, name }: { medium: Media; name: string }) {
  const [isMoving, setMoving] = useState(false);
  const { _id, url, type, alt, width, height, poster } = medium;
  const className = 'mx-auto block max-h-[70dvh] max-w-full object-contain';
  if (type === 'video')
    return (
      <video
        src={url}
        poster={poster}
        controls
        preload="metadata"
        aria-label={alt || name}
        className={className}
      />
    );
  return (
    <div className="relative mx-auto w-fit">
      <img
        src={mediaSources(medium, { isMoving }).src}
        alt={alt || name}
        width={width}
        height={height}
        onError={() => setMoving(false)}
        className={`h-auto ${className}`}
      />
      {isAnimated(medium) && <PictureAutoplay id={_id} onMove={setMoving} />}
    </div>
  );
}
