import { birdPath } from './bird-path.ts';
import { Drawing } from './drawing.tsx';

/** Two silent birds on one wire. */
export function TwoOnAWire() {
  return (
    <Drawing>
      <path d="M4 78c60 12 132 12 192 0" />
      <g transform="translate(34 41) scale(1.75)">
        <path d={birdPath} fill="currentColor" fillRule="evenodd" stroke="none" />
      </g>
      <g transform="translate(166 41) scale(-1.75 1.75)">
        <path d={birdPath} fill="currentColor" fillRule="evenodd" stroke="none" />
      </g>
      <path
        d="M84 12h32c5 0 8 3 8 8v10c0 5-3 8-8 8h-10l-7 7v-7H84c-5 0-8-3-8-8V20c0-5 3-8 8-8Z"
        opacity="0.6"
      />
      <path d="M90 25h.5m9.5 0h.5m9.5 0h.5" strokeWidth="3" opacity="0.6" />
    </Drawing>
  );
}
