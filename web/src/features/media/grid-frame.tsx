import type { ReactNode } from 'react';
import type { Span } from './grid-layout.ts';

export const spanClasses: Record<Span, string> = {
  whole: 'col-span-2 row-span-2',
  half: 'row-span-2',
  quarter: '',
};

interface GridFrameProps {
  label: string;
  /** Width divided by height. */
  ratio: number;
  /** Classes for its position and width. */
  className: string;
  children: ReactNode;
}

/** The frame of a group of pictures and videos. Each tile gets the classes of its span. */
export function GridFrame({ label, ratio, className, children }: GridFrameProps) {
  return (
    <div
      role="group"
      aria-label={label}
      style={{ aspectRatio: ratio }}
      className={`relative grid grid-cols-2 grid-rows-2 gap-0.5 overflow-hidden rounded-card picture-edge ${className}`}
    >
      {children}
    </div>
  );
}
