import { clsx } from 'clsx';

/** A check in a scalloped disc. `label` gives its meaning. */
export function VerifiedBadge({ label, className }: { label: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      role="img"
      aria-label={label}
      className={clsx('inline-block size-4.5 shrink-0 text-accent', className)}
    >
      <title>{label}</title>
      <path
        fill="currentColor"
        d="m10 1.3 2.2 1.6 2.7-.1.7 2.6 2.3 1.5-1 2.5 1 2.5-2.3 1.5-.7 2.6-2.7-.1-2.2 1.6-2.2-1.6-2.7.1-.7-2.6-2.3-1.5 1-2.5-1-2.5 2.3-1.5.7-2.6 2.7.1L10 1.3Z"
      />
      <path
        d="m6.7 9.7 2.3 2.3 4.3-4.5"
        fill="none"
        className="stroke-on-accent"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
