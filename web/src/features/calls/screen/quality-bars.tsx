import { clsx } from 'clsx';
import { qualityWords, type LineQuality } from '../session/line.ts';

const heights = ['h-1.5', 'h-2.5', 'h-3.5'];

/** Three bars for how the line is. */
export function QualityBars({ quality }: { quality: LineQuality }) {
  return (
    <span role="img" aria-label={qualityWords[quality]} className="flex items-end gap-0.5">
      {heights.map((height, index) => (
        <span
          key={height}
          className={clsx('w-1 rounded-full bg-current', height, index >= quality && 'opacity-30')}
        />
      ))}
    </span>
  );
}
