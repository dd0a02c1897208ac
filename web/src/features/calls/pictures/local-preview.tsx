import * as words from '#words/calls';
import { clsx } from 'clsx';
import { Eye, EyeOff, MicOff, MonitorUp, WifiLow } from 'lucide-react';
import { useRef, useState, type PointerEvent } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { useViewer } from '../../auth/viewer.ts';
import type { OwnState } from '../session/own-media.ts';
import { cornerByKey, nearestCorner, nextCorner, type Corner } from './corner.ts';
import { TrackPicture } from './track-picture.tsx';

const positions: Record<Corner, string> = {
  'top left': 'top-[calc(4.5rem+env(safe-area-inset-top))] start-3 md:start-6',
  'top right': 'top-[calc(4.5rem+env(safe-area-inset-top))] end-3 md:end-6',
  'bottom left': 'bottom-[calc(5.5rem+env(safe-area-inset-bottom))] start-3 md:start-6',
  'bottom right': 'bottom-[calc(5.5rem+env(safe-area-inset-bottom))] end-3 md:end-6',
};
const labels: Record<Corner, string> = {
  'top left': words.yourPictureTopLeft,
  'top right': words.yourPictureTopRight,
  'bottom left': words.yourPictureBottomLeft,
  'bottom right': words.yourPictureBottomRight,
};
/** A press that moves further than this is a drag. */
const MAX_PRESS_MOVE_PX = 6;

interface LocalPreviewProps {
  own: OwnState;
  isPaused: boolean;
}

const small =
  'flex items-center justify-center rounded-full bg-picture-label text-on-picture hover:bg-picture-label-hover focus-visible:outline-on-picture';

/** A small preview of the viewer's own video in a corner. The viewer drags it, or moves it with the arrow keys. */
export function LocalPreview({ own, isPaused }: LocalPreviewProps) {
  const viewer = useViewer();
  const [corner, setCorner] = useState<Corner>('bottom right');
  const [isHidden, setHidden] = useState(false);
  const { drag, wasDragged, handlers } = useDrag((at) =>
    setCorner(nearestCorner(at, { width: innerWidth, height: innerHeight })),
  );
  // One of two buttons replaces the other, so it also takes its focus.
  const swap = (next: boolean) => {
    setHidden(next);
    requestAnimationFrame(() => toggle.current?.focus());
  };
  const toggle = useRef<HTMLButtonElement>(null);

  if (isHidden)
    return (
      <button
        ref={toggle}
        type="button"
        // Its corner is a place on the screen, too.
        dir="ltr"
        onClick={() => swap(false)}
        className={clsx(
          small,
          'absolute z-10 h-11 gap-2 px-4 text-meta font-medium',
          positions[corner],
        )}
      >
        <Eye size={16} />
        {words.showMyPicture}
      </button>
    );
  return (
    <div
      data-corner={corner}
      // Corners are places on the screen, in each language.
      dir="ltr"
      style={{ translate: `${drag.x}px ${drag.y}px` }}
      className={clsx(
        'absolute z-10 w-27 touch-none md:w-48',
        drag.isOn ? 'transition-none' : 'transition-[translate] duration-(--in)',
        positions[corner],
      )}
    >
      <button
        type="button"
        aria-label={labels[corner]}
        {...handlers}
        onClick={() => wasDragged() || setCorner(nextCorner(corner))}
        onKeyDown={({ key }) => setCorner((now) => cornerByKey(now, key) ?? now)}
        className="flex aspect-3/4 w-full cursor-grab! items-center justify-center overflow-hidden rounded-card bg-picture-label text-on-picture shadow-float focus-visible:outline-on-picture active:cursor-grabbing! md:aspect-4/3"
      >
        {own.camera ? (
          <TrackPicture
            track={own.camera}
            isMirrored={own.isMirrored}
            label={words.yourPicture}
            className="pointer-events-none size-full object-cover"
          />
        ) : (
          <Avatar user={viewer} size={56} />
        )}
      </button>
      <button
        ref={toggle}
        type="button"
        aria-label={words.hideMyPicture}
        title={words.hideMyPicture}
        onClick={() => swap(true)}
        // The touch target is larger than the visible button.
        className={clsx(
          small,
          'absolute top-1.5 end-1.5 size-8 before:absolute pointer-coarse:before:-inset-1.5',
        )}
      >
        <EyeOff size={16} />
      </button>
      <StatusLabel own={own} isPaused={isPaused} />
    </div>
  );
}

function StatusLabel({ own, isPaused }: { own: OwnState; isPaused: boolean }) {
  const status = own.isSharing
    ? ([MonitorUp, words.sharing] as const)
    : isPaused && ([WifiLow, words.weakLine] as const);
  if (!status && !own.isMuted) return null;
  const [Icon, text] = status || ([MicOff, words.muted] as const);
  return (
    <p
      role="status"
      className="pointer-events-none absolute inset-x-1 bottom-1 flex items-center justify-center gap-1.5 rounded-full bg-picture-label px-2 py-1 text-meta text-on-picture"
    >
      <Icon size={15} />
      <span className="truncate">{text}</span>
      {status && own.isMuted && <MicOff size={15} role="img" aria-label={words.muted} />}
    </p>
  );
}

function useDrag(onDropped: (at: { x: number; y: number }) => void) {
  const [drag, setDrag] = useState({ x: 0, y: 0, isOn: false });
  const from = useRef<{ x: number; y: number }>(undefined);
  const hasMoved = useRef(false);
  return {
    drag,
    /** Whether the press that has just ended was a drag. */
    wasDragged: () => hasMoved.current,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY };
        hasMoved.current = false;
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
        if (!from.current) return;
        const [x, y] = [clientX - from.current.x, clientY - from.current.y];
        if (!hasMoved.current && Math.hypot(x, y) < MAX_PRESS_MOVE_PX) return;
        hasMoved.current = true;
        setDrag({ x, y, isOn: true });
      },
      onPointerUp: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
        if (from.current && hasMoved.current) onDropped({ x: clientX, y: clientY });
        from.current = undefined;
        setDrag({ x: 0, y: 0, isOn: false });
      },
      onPointerCancel: () => {
        from.current = undefined;
        setDrag({ x: 0, y: 0, isOn: false });
      },
    },
  };
}
