import { birdPath } from './bird-path.ts';

/** The mark: a small bird at rest on a line. In the current colour; `public/favicon.svg` is the same drawing. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden className={className}>
      <path d={birdPath} fill="currentColor" fillRule="evenodd" />
      <path d="M2 24.6h28" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
