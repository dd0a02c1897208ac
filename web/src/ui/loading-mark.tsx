import { clsx } from 'clsx';
import { Mark } from './mark.tsx';

/** The mark, breathing, in the middle of whatever is still on its way. */
export function LoadingMark({
  label = 'Loading',
  className,
}: {
  label?: string;
  className?: string;
}) {
  return (
    <div role="status" aria-label={label} className={clsx('grid place-items-center', className)}>
      <span className="animate-appear-late text-accent-text">
        <Mark className="size-12 animate-breathe" />
      </span>
    </div>
  );
}
