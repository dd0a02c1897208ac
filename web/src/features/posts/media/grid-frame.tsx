import type { ReactNode } from 'react';
import type { Span } from './grid-layout.ts';

export const spanClasses: Record<Span, string> = {
  whole: 'col-span-2 row-span-2',
  half: 'row-span-2',
  quarter: '',
};

interface GridFrameProps {
  label: string;
  /** Width by height. */
  ratio: number;
  /** Its place and width. */
  className: string;
  children: ReactNode;
}

/** What pictures and videos that belong together are laid into, each with its span's classes. */
export function GridFrame({ label, ratio, className, children }: GridFrameProps) {
  return (
    <div
      role="group"
      aria-label={label}
      style={{ aspectRatio: ratio }}
      className={`relative grid grid-cols-2 grid-rows-2 gap-0.5 overflow-hidden rounded-card after:pointer-events-none after:absolute after:inset-0 after:rounded-card after:border after:border-picture-edge ${className}`}
    >
      {children}
    </div>
  );
}
