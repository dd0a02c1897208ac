import { useEffect, useRef } from 'react';
import { autoplayInView } from './autoplay.ts';
import { PauseButton } from './pause-button.tsx';

interface PictureAutoplayProps {
  id: string;
  /** Called with true to show the picture in motion, and with false to show its still. Must keep its identity. */
  onMove: (isMoving: boolean) => void;
}

/** Lies over an animated picture. The picture moves like a video that plays by itself, and has the same button. */
export function PictureAutoplay({ id, onMove }: PictureAutoplayProps) {
  const area = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      autoplayInView(area.current!, {
        id,
        play: () => onMove(true),
        pause: () => onMove(false),
      }),
    [id, onMove],
  );
  return (
    <>
      <span ref={area} className="pointer-events-none absolute inset-0" />
      <PauseButton _id={id} type="image" />
    </>
  );
}
