import { Drawing } from './drawing.tsx';

/** A small silent bell on a line, with a silent bird beside it. */
export function QuietBell() {
  return (
    <Drawing>
      <path d="M4 22c44 12 148 12 192 0" />
      <path d="M84 30c0 6 2 8 2 12m0 0c-14 3-20 15-20 28 0 10-3 16-9 21h58c-6-5-9-11-9-21 0-13-6-25-20-28Z" />
      <path d="M78 91c1 6 4 9 8 9s7-3 8-9" />
      <path d="M58 82c17 3 39 3 56 0" opacity="0.6" />
      <path d="M136 28c-1-9 5-16 14-16 5 0 9 2 11 6l6 2-6 2c-1 8-8 12-16 11-3 3-7 5-13 7 1-4 2-8 4-12Z" />
      <path d="M144 33l-1 4m7-5 1 4" />
      <path d="M154 17h.5" strokeWidth="3" />
      <path d="M140 26c4 2 9 2 13-2" opacity="0.6" />
    </Drawing>
  );
}
