import { clsx } from 'clsx';
import { Eye, EyeOff, MicOff, MonitorUp, WifiLow } from 'lucide-react';
import { useRef, useState, type PointerEvent } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { useViewer } from '../../auth/viewer.ts';
import type { OwnState } from '../session/own-media.ts';
import { cornerByKey, nearestCorner, nextCorner, type Corner } from './corner.ts';
import { TrackPicture } from './track-picture.tsx';

const places: Record<Corner, string> = {
  'top left': 'top-[calc(4.5rem+env(safe-area-inset-top))] left-3 md:left-6',
  'top right': 'top-[calc(4.5rem+env(safe-area-inset-top))] right-3 md:right-6',
  'bottom left': 'bottom-[calc(5.5rem+env(safe-area-inset-bottom))] left-3 md:left-6',
  'bottom right': 'bottom-[calc(5.5rem+env(safe-area-inset-bottom))] right-3 md:right-6',
};
/** Pixels up to which a press is no drag. */
const SLACK = 6;

interface LocalPreviewProps {
  own: OwnState;
  isPaused: boolean;
}

const small =
  'flex items-center justify-center rounded-full bg-picture-label text-on-picture hover:bg-picture-label-hover focus-visible:outline-on-picture';

/** How the other one sees this side, small in a corner: dragged there, or moved by the arrow keys. */
export function LocalPreview({ own, isPaused }: LocalPreviewProps) {
  const viewer = useViewer();
  const [corner, setCorner] = useState<Corner>('bottom right');
  const [isHidden, setHidden] = useState(false);
  const { drag, wasDragged, handlers } = useDrag((at) =>
    setCorner(nearestCorner(at, { width: innerWidth, height: innerHeight })),
  );
  // The one of two buttons that takes the other's place takes its focus, too.
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
        onClick={() => swap(false)}
        className={clsx(
          small,
          'absolute z-10 h-11 gap-2 px-4 text-meta font-medium',
          places[corner],
        )}
      >
        <Eye size={16} strokeWidth={1.75} aria-hidden />
        Show my picture
      </button>
    );
  return (
    <div
      data-corner={corner}
      style={{ translate: `${drag.x}px ${drag.y}px` }}
      className={clsx(
        'absolute z-10 w-27 touch-none md:w-48',
        drag.isOn ? 'transition-none' : 'transition-[translate] duration-(--in)',
        places[corner],
      )}
    >
      <button
        type="button"
        aria-label={`Your picture, ${corner}. Arrow keys move it.`}
        {...handlers}
        onClick={() => wasDragged() || setCorner(nextCorner(corner))}
        onKeyDown={({ key }) => setCorner((now) => cornerByKey(now, key) ?? now)}
        className="flex aspect-3/4 w-full cursor-grab! items-center justify-center overflow-hidden rounded-card bg-picture-label text-on-picture shadow-float focus-visible:outline-on-picture active:cursor-grabbing! md:aspect-4/3"
      >
        {own.camera ? (
          <TrackPicture
            track={own.camera}
            isMirrored={own.isMirrored}
            label="Your picture"
            className="pointer-events-none size-full object-cover"
          />
        ) : (
          <Avatar user={viewer} size={56} />
        )}
      </button>
      <button
        ref={toggle}
        type="button"
        aria-label="Hide my picture"
        title="Hide my picture"
        onClick={() => swap(true)}
        // As large for a finger as it must be, and no larger to look at.
        className={clsx(
          small,
          'absolute top-1.5 right-1.5 size-8 before:absolute pointer-coarse:before:-inset-1.5',
        )}
      >
        <EyeOff size={16} strokeWidth={1.75} aria-hidden />
      </button>
      <Said own={own} isPaused={isPaused} />
    </div>
  );
}

function Said({ own, isPaused }: { own: OwnState; isPaused: boolean }) {
  const said = own.isSharing
    ? ([MonitorUp, 'Sharing'] as const)
    : isPaused && ([WifiLow, 'Weak line: picture paused'] as const);
  if (!said && !own.isMuted) return null;
  const [Icon, words] = said || ([MicOff, 'Muted'] as const);
  return (
    <p
      role="status"
      className="pointer-events-none absolute inset-x-1 bottom-1 flex items-center justify-center gap-1.5 rounded-full bg-picture-label px-2 py-1 text-meta text-on-picture"
    >
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      <span className="truncate">{words}</span>
      {said && own.isMuted && <MicOff size={15} strokeWidth={1.75} role="img" aria-label="Muted" />}
    </p>
  );
}

function useDrag(onDropped: (at: { x: number; y: number }) => void) {
  const [drag, setDrag] = useState({ x: 0, y: 0, isOn: false });
  const from = useRef<{ x: number; y: number }>(undefined);
  const hasMoved = useRef(false);
  return {
    drag,
    /** Whether the press that has just ended moved it. */
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
        if (!hasMoved.current && Math.hypot(x, y) < SLACK) return;
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
