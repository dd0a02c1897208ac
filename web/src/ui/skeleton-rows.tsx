import { Fragment, type ReactNode } from 'react';

interface SkeletonRowsProps {
  /** What is on its way, for those who don't see it. */
  label: string;
  count: number;
  /** Lengths of words, one row after another, so that they don't all end in one line. */
  widths: readonly string[];
  row: (width: string) => ReactNode;
}

/** Rows on their way; give them the shape of what comes. */
export function SkeletonRows({ label, count, widths, row }: SkeletonRowsProps) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <Fragment key={index}>{row(widths[index % widths.length] ?? '')}</Fragment>
      ))}
    </div>
  );
}
