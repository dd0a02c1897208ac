import * as words from '#words/media';
import { Dialog } from '@base-ui/react/dialog';
import type { Media } from '@roost/contract/media';
import { ChevronLeft, ChevronRight, Pause, Play, X } from 'lucide-react';
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { isAnimated } from '../../../lib/pictures/picture-sources.ts';
import { mayPlay, pauseAutoplay } from '../video/autoplay.ts';
import { indexAt, nearest } from './carousel.ts';
import { Slides, type SlidesHandle } from './slides.tsx';

interface MediaViewerProps {
  /** The post or message with the media. Tiles that open the viewer have `data-photo` with this id and their number. */
  id: string;
  /** The accessible name. */
  label: string;
  media: readonly Media[];
  /** The number of the shown picture or video, from 1. */
  photo: number;
  open: boolean;
  /** Called when another one is shown. */
  onTurn: (photo: number) => void;
  onClose: () => void;
  onClosed: () => void;
  /** Called with the address of media that failed to load. */
  onLost: (url: string) => void;
  /** The actions of the post, in a bar below the picture. */
  actions?: ReactNode;
  /** After closing, the page focuses something else than the tile. */
  keepsFocus?: boolean;
}

const keepInside = (event: MouseEvent) => event.stopPropagation();

/** A full-screen viewer for the pictures and videos of a post or message, one at a time. */
export function MediaViewer(props: MediaViewerProps) {
  const { id, label, media, photo, open, onTurn, onClose, onClosed, onLost } = props;
  const { actions, keepsFocus = false } = props;
  const count = media.length;
  const [position, setPosition] = useState(() => Math.min(photo, count) - 1);
  const popup = useRef<HTMLDivElement>(null);
  const slides = useRef<SlidesHandle>(null);
  const index = indexAt(position, count);
  const { alt } = media[index]!;
  const [isMoving, setMoving] = useState(() => mayPlay(media[index]!._id));
  useEffect(pauseAutoplay, []);

  function go(next: number) {
    if (count === 1) return;
    setPosition(next);
    onTurn(indexAt(next, count) + 1);
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, target } = event;
    // A focused video uses the arrow keys to seek.
    if (target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey)
      return;
    if (key === 'ArrowRight') go(position + 1);
    else if (key === 'ArrowLeft') go(position - 1);
    else if (key === 'Home') go(nearest(position, 0, count));
    else if (key === 'End') go(nearest(position, count - 1, count));
    else if (key === '+' || key === '=') slides.current?.zoomBy(1.5);
    else if (key === '-') slides.current?.zoomBy(1 / 1.5);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => next || onClose()}
      onOpenChangeComplete={(isOpen) => isOpen || onClosed()}
      disablePointerDismissal
    >
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          finalFocus={() => !keepsFocus && (tileOf(id, index + 1) ?? true)}
          aria-label={label}
          data-theme="dark"
          data-viewer
          onClick={keepInside}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-50 flex min-h-dvh flex-col bg-viewer text-text outline-none transition-opacity duration-(--in) data-ending-style:opacity-0 data-ending-style:duration-(--out) data-starting-style:opacity-0"
        >
          {/* The next picture is on the right in each language, as the gestures expect. */}
          <div dir="ltr" className="relative min-h-0 flex-1">
            <Slides
              ref={slides}
              media={media}
              position={position}
              isMoving={isMoving}
              onLost={onLost}
              onStep={(step) => go(position + step)}
              onLeave={onClose}
            />
            <Bar count={count} index={index}>
              {isAnimated(media[index]!) && (
                <MotionButton isMoving={isMoving} onClick={() => setMoving(!isMoving)} />
              )}
            </Bar>
            {count > 1 && (
              <>
                <Turn
                  label={words.previous}
                  onClick={() => go(position - 1)}
                  className="start-2 md:start-4"
                >
                  <ChevronLeft size={24} />
                </Turn>
                <Turn
                  label={words.next}
                  onClick={() => go(position + 1)}
                  className="end-2 md:end-4"
                >
                  <ChevronRight size={24} />
                </Turn>
              </>
            )}
          </div>
          <div
            className={`border-t pb-safe empty:hidden sideways:flex sideways:items-center ${alt || actions ? 'border-line' : 'border-transparent'}`}
          >
            {media.some(({ alt }) => alt !== '') && <Caption key={index} alt={alt} />}
            {actions && (
              <div className="px-[16px] py-1 sideways:flex-1 sideways:py-0">
                <div className="mx-auto max-w-prose">{actions}</div>
              </div>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const round =
  'flex size-11 items-center justify-center rounded-full bg-picture-label text-on-picture transition-colors hover:bg-picture-label-hover focus-visible:outline-on-picture';

interface BarProps {
  count: number;
  index: number;
  /** A control at the end. */
  children: ReactNode;
}

function Bar({ count, index, children }: BarProps) {
  return (
    <div className="pointer-events-none absolute inset-x-2 top-2 grid grid-cols-[1fr_auto_1fr] items-center pt-safe md:inset-x-4 md:top-4">
      <Dialog.Close aria-label={words.close} className={`${round} pointer-events-auto`}>
        <X size={22} />
      </Dialog.Close>
      {count > 1 && (
        <p
          aria-live="polite"
          className="nums rounded-full bg-picture-label px-3 py-1 text-meta font-medium text-on-picture"
        >
          {index + 1} / {count}
        </p>
      )}
      <div className="pointer-events-auto col-start-3 justify-self-end">{children}</div>
    </div>
  );
}

/** Pauses and plays the animated pictures of the viewer. */
function MotionButton({ isMoving, onClick }: { isMoving: boolean; onClick: () => void }) {
  const Icon = isMoving ? Pause : Play;
  return (
    <button
      type="button"
      aria-label={isMoving ? words.pausePicture : words.playPicture}
      onClick={onClick}
      className={round}
    >
      <Icon size={20} className="fill-current" />
    </button>
  );
}

interface TurnProps {
  label: string;
  onClick: () => void;
  className: string;
  children: ReactNode;
}

function Turn({ label, onClick, className, children }: TurnProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`${round} absolute inset-y-0 my-auto ${className}`}
    >
      {children}
    </button>
  );
}

/** Keeps its height without text if another picture has some. The pictures then keep one size. */
function Caption({ alt }: { alt: string }) {
  return (
    <div
      data-caption
      className="max-h-[28dvh] min-h-13.5 min-w-0 overflow-y-auto px-6 sideways:flex-1"
    >
      <p
        dir="auto"
        className="mx-auto max-w-prose py-4 text-center text-body whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {alt}
      </p>
    </div>
  );
}

/** After closing, the focus moves to the tile of the last shown picture. */
function tileOf(id: string, photo: number): HTMLElement | undefined {
  // The API lets a sender choose any id for a message, so the id may not be valid in a selector.
  const tiles = [
    ...document.querySelectorAll<HTMLElement>(`[data-photo^="${CSS.escape(`${id} `)}"]`),
  ];
  return tiles.find((tile) => tile.dataset['photo'] === `${id} ${photo}`) ?? tiles.at(-1);
}
