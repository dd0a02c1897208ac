import * as words from '#words/media';
import type { Media } from '@roost/contract/media';
import { Pause, Play } from 'lucide-react';
import { mayAutoplay, pauseMedium, playMedium, useIsPlaying } from './autoplay.ts';

/**
 * Pauses a video or an animated picture that plays by itself, and lets it play again (WCAG 2.2.2). A video that never plays by
 * itself has none, because a press opens it with its own controls.
 */
export function PauseButton({ _id, type }: Pick<Media, '_id' | 'type'>) {
  const isPlaying = useIsPlaying(_id);
  const isPicture = type === 'image';
  if (!isPicture && !mayAutoplay()) return null;
  const pauseLabel = isPicture ? words.pausePicture : words.pauseVideo;
  const playLabel = isPicture ? words.playPicture : words.playVideo;
  const label = isPlaying ? pauseLabel : playLabel;
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      onClick={() => (isPlaying ? pauseMedium(_id) : playMedium(_id))}
      // The touch target is larger than the visible button.
      className="absolute end-2 top-2 z-2 flex size-8 items-center justify-center rounded-full bg-picture-label text-on-picture before:absolute before:-inset-1.5 hover:bg-picture-label-hover focus-visible:outline-on-picture"
    >
      {isPlaying ? (
        <Pause size={16} className="fill-current" />
      ) : (
        <Play size={16} className="ms-0.5 fill-current" />
      )}
    </button>
  );
}
