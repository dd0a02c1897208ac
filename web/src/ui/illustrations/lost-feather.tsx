import { Drawing } from './drawing.tsx';

/** A feather on the ground. */
export function LostFeather() {
  return (
    <Drawing>
      <path d="M20 100c30-3 58 1 84-1s50-2 76 1" />
      <path d="M62 98C84 70 108 48 146 26" />
      <path d="M84 75c-6-18 4-36 24-48 12-7 26-10 38-9 2 12-1 26-10 37-13 16-32 25-52 20Z" />
      <path
        d="M97 62c2-9 5-17 10-24m2 14c3-8 8-15 14-20m-2 10c4-5 8-9 13-12m-38 34c9 2 18 0 27-4m-15-6c8 1 16-1 23-5"
        opacity="0.6"
      />
      <path d="M40 92c2-3 5-4 8-4m112 3c3-2 6-2 9 0" opacity="0.6" />
    </Drawing>
  );
}
