import { Drawing } from './drawing.tsx';

/** A bird on a line, singing. */
export function SingingBird() {
  return (
    <Drawing>
      <path d="M4 88c44 8 148 8 192 0" />
      <path d="M62 96c8-9 12-17 15-28 4-16 15-27 30-28 11-1 19 5 23 14l12-2-10 9c0 17-12 29-30 30-8 0-14-2-18-5-6 6-13 9-22 10Z" />
      <path d="M100 91l-1 4m10-5 1 4" />
      <path d="M117 48h.5" strokeWidth="4" />
      <path d="M88 72c9 5 20 3 28-6" opacity="0.6" />
      <path d="M154 44c3 4 3 9 0 13m8-18c5 7 5 15 0 22m9-27c7 10 7 21 0 31" opacity="0.6" />
    </Drawing>
  );
}
