import * as words from '#words/users';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import type { MediaSize, Point, Size } from 'react-easy-crop';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { maxMove } from './crop-picture.ts';

/** A press moves the picture this far, in px of the screen. */
const STEP_PX = 24;

const moves = [
  { x: -1, y: 0, label: words.moveLeft, Icon: ArrowLeft },
  { x: 0, y: -1, label: words.moveUp, Icon: ArrowUp },
  { x: 0, y: 1, label: words.moveDown, Icon: ArrowDown },
  { x: 1, y: 0, label: words.moveRight, Icon: ArrowRight },
];

interface MoveCropProps {
  /** The sizes of the picture and of the visible part on the screen, once they are known. */
  media: MediaSize | undefined;
  part: Size | undefined;
  zoom: number;
  rotation: number;
  crop: Point;
  onMove: (crop: Point) => void;
}

/** Buttons that move the picture below its visible part, for people who cannot drag it (WCAG 2.5.7). */
export function MoveCrop({ media, part, zoom, rotation, crop, onMove }: MoveCropProps) {
  const max = media && part ? maxMove(media, part, zoom, rotation) : { x: 0, y: 0 };
  return (
    // Directions are those of the screen, in each language.
    <div dir="ltr" className="mt-2 flex justify-center gap-1">
      {moves.map(({ x, y, label, Icon }) => {
        const next = {
          x: within(crop.x + x * STEP_PX, max.x),
          y: within(crop.y + y * STEP_PX, max.y),
        };
        // Fractions of a pixel are no way.
        const isEnd = Math.hypot(next.x - crop.x, next.y - crop.y) < 1;
        return (
          <IconButton
            key={label}
            label={label}
            // Keeps the focus at the end.
            aria-disabled={isEnd}
            className="aria-disabled:opacity-35"
            onClick={() => isEnd || onMove(next)}
          >
            <Icon size={18} />
          </IconButton>
        );
      })}
    </div>
  );
}

const within = (value: number, max: number) => Math.max(-max, Math.min(max, value));
