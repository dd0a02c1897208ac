import type { Media } from '@roost/contract/media';
import { useEffect, useImperativeHandle, useRef, type CSSProperties, type Ref } from 'react';
import { renderedPositions, indexAt } from './carousel.ts';
import { Gestures } from './gestures.ts';
import { Slide } from './slide.tsx';

export interface SlidesHandle {
  zoomBy: (factor: number) => void;
}

interface SlidesProps {
  ref: Ref<SlidesHandle>;
  media: readonly Media[];
  position: number;
  isMoving: boolean;
  onLost: (url: string) => void;
  onStep: (step: -1 | 1) => void;
  onLeave: () => void;
}

/** The current slide, with its neighbours outside the visible area. */
export function Slides(props: SlidesProps) {
  const { ref, media, position, isMoving, onLost, onStep, onLeave } = props;
  const viewport = useRef<HTMLDivElement>(null);
  const gestures = useRef<Gestures>(null);
  const count = media.length;
  const listener = useRef({ onStep, onLeave });
  useEffect(() => {
    listener.current = { onStep, onLeave };
  });
  useEffect(() => {
    gestures.current = new Gestures(viewport.current!, count > 1, {
      onStep: (step) => listener.current.onStep(step),
      onLeave: () => listener.current.onLeave(),
    });
    return gestures.current.listen();
  }, [count]);
  useEffect(() => gestures.current?.reset(), [position]);
  useImperativeHandle(ref, () => ({ zoomBy: (factor) => gestures.current?.zoomBy(factor) }), []);

  return (
    <div
      ref={viewport}
      className="group/viewport absolute inset-0 touch-none overflow-hidden select-none"
    >
      <div
        style={{ '--at': position } as CSSProperties}
        className="absolute inset-0 translate-x-[calc(var(--at)*-100%+var(--drag,0px))] translate-y-(--down,0px) transition-[translate] duration-(--slide) ease-out group-data-moving/viewport:transition-none"
      >
        {renderedPositions(position, count).map((slidePosition) => (
          <div
            key={slidePosition}
            style={{ insetInlineStart: `${slidePosition * 100}%` }}
            data-current={slidePosition === position || undefined}
            inert={slidePosition !== position}
            className="@container-[size] absolute inset-y-0 flex w-full items-center justify-center"
          >
            <Slide
              media={media[indexAt(slidePosition, count)]!}
              isCurrent={slidePosition === position}
              isMoving={isMoving}
              onLost={onLost}
            />
          </div>
        ))}
      </div>
    </div>
  );
}
