import { clsx } from 'clsx';
import { qualityLabels, type ConnectionQuality } from '../session/connection-quality.ts';

const heights = ['h-1.5', 'h-2.5', 'h-3.5'];

/** Three bars for the quality of the connection. */
export function QualityBars({ quality }: { quality: ConnectionQuality }) {
  return (
    <span role="img" aria-label={qualityLabels[quality]} className="flex items-end gap-0.5">
      {heights.map((height, index) => (
        <span
          key={height}
          className={clsx('w-1 rounded-full bg-current', height, index >= quality && 'opacity-30')}
        />
      ))}
    </span>
  );
}
