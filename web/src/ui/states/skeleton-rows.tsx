import { Fragment, type ReactNode } from 'react';

interface SkeletonRowsProps {
  /** The text for screen readers. */
  label: string;
  count: number;
  /** Widths of the text lines. They vary from row to row, like real text. */
  widths: readonly string[];
  row: (width: string) => ReactNode;
}

/** Placeholders of rows. Give them the shape of the real rows. */
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
