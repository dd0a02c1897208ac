import { Drawing } from './drawing.tsx';

import { birdPath } from './bird-path.ts';

/** A bird on a wire that looks over the hills. */
export function LookoutBird() {
  return (
    <Drawing>
      <path d="M6 62c56 13 132 13 188 0" />
      <g transform="translate(84 24) scale(1.9)">
        <path d={birdPath} fill="currentColor" fillRule="evenodd" stroke="none" />
      </g>
      <path d="M6 100c26-14 44-14 66-2 20-12 44-17 72-6 18-8 34-8 50 0" opacity="0.6" />
      <path d="M148 30c3-3 6-3 8 0 2-3 5-3 8 0m8-14c2-2 5-2 6 0 2-2 5-2 6 0" opacity="0.6" />
    </Drawing>
  );
}
