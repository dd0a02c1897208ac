import * as words from '#words/ui';
import { clsx } from 'clsx';
import { Logo } from '../illustrations/logo.tsx';

/** The pulsing logo in the middle of a loading area. */
export function LoadingLogo({
  label = words.loading,
  className,
}: {
  label?: string;
  className?: string;
}) {
  return (
    <div role="status" aria-label={label} className={clsx('grid place-items-center', className)}>
      <span className="animate-appear-late text-accent-text">
        <Logo className="size-12 animate-breathe" />
      </span>
    </div>
  );
}
