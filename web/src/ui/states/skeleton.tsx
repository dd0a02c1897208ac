import { clsx } from 'clsx';

/** A grey placeholder. Give it the size of the content. It appears after 150 ms, so quick answers do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={clsx('block animate-appear-late', className)}>
      <span className="block size-full animate-breathe rounded-[inherit] bg-skeleton" />
    </span>
  );
}
