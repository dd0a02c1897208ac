import { clsx } from 'clsx';

/** A grey stand-in; give it the size of what comes. Appears after 150 ms, so that quick answers don't flicker. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={clsx('block animate-appear-late', className)}>
      <span className="block size-full animate-breathe rounded-[inherit] bg-skeleton" />
    </span>
  );
}
