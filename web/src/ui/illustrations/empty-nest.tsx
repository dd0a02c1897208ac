import { Drawing } from './drawing.tsx';

/** An empty nest on a branch. */
export function EmptyNest() {
  return (
    <Drawing>
      <path d="M4 92c34 6 62 3 94-1s64-6 98 3" />
      <path d="M150 90c10-9 20-14 32-16m-12 5c-1-7 2-12 8-17m-142 29c-8-5-14-10-18-18" />
      <path d="M182 74c6-6 11-7 14-5-2 5-7 7-14 5Zm-4-12c0-8 3-12 7-13 2 5-1 10-7 13ZM18 73c-6-3-9-7-8-11 5 0 8 4 8 11Z" />
      <path d="M60 62c1 20 14 31 38 31s38-11 40-31" />
      <path d="M56 63c24 8 62 8 86-1M64 74c22 9 49 9 70 0M73 84c16 7 36 7 52 0" />
      <path
        d="M50 60l12 5m-8 4 14 1m80-12-13 6m9 4-14 1M72 66l8 14m12-12 2 15m16-15-5 15m20-17-9 13"
        opacity="0.6"
      />
    </Drawing>
  );
}
