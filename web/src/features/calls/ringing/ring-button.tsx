import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

const looks = {
  accept: 'bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'border border-control text-text hover:bg-hover',
  end: 'bg-danger text-on-danger hover:bg-danger-hover',
};

interface RingButtonProps extends ComponentProps<'button'> {
  label: string;
  look: keyof typeof looks;
  icon: ReactNode;
}

/** A large round button with its label below. */
export function RingButton({ label, look, icon, ...rest }: RingButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className="group flex w-22 max-w-[45%] flex-col items-center gap-2 rounded-card text-meta font-medium outline-none"
    >
      <span
        className={clsx(
          'flex size-14 items-center justify-center rounded-full transition-colors group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-accent-text',
          looks[look],
        )}
      >
        {icon}
      </span>
      <span className="text-center">{label}</span>
    </button>
  );
}
