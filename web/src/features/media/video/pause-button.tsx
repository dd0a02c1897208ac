import * as words from '#words/media';
import { Pause, Play } from 'lucide-react';
import { mayAutoplay, setVideoPaused, useIsVideoPaused } from './autoplay.ts';

/** Pauses a video that plays by itself, and lets it play again (WCAG 2.2.2). Nothing if no video plays by itself. */
export function PauseButton({ id }: { id: string }) {
  const isPaused = useIsVideoPaused(id);
  if (!mayAutoplay()) return null;
  const label = isPaused ? words.playVideo : words.pauseVideo;
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      onClick={() => setVideoPaused(id, !isPaused)}
      // The touch target is larger than the visible button.
      className="absolute end-2 top-2 z-2 flex size-8 items-center justify-center rounded-full bg-picture-label text-on-picture before:absolute before:-inset-1.5 hover:bg-picture-label-hover focus-visible:outline-on-picture"
    >
      {isPaused ? (
        <Play size={16} className="ms-0.5 fill-current" />
      ) : (
        <Pause size={16} className="fill-current" />
      )}
    </button>
  );
}
