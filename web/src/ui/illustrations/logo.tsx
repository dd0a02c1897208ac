import { birdPath } from './bird-path.ts';

/** The logo, in the current colour: a small bird on a line. `public/favicon.svg` has the same drawing. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden className={className}>
      <path d={birdPath} fill="currentColor" fillRule="evenodd" />
      <path d="M2 24.6h28" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
