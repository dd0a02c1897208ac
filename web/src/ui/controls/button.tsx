import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from '../states/spinner.tsx';

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-control text-text hover:bg-hover',
  outline: 'border border-control text-accent-text hover:bg-accent-soft',
  ghost: 'text-text hover:bg-hover',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
};
const sizes = {
  sm: 'h-8 px-4 text-meta',
  md: 'h-10 px-5 text-name',
  lg: 'h-12 px-6 text-name',
};

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** The action is under way. The button keeps its width and its focus, and ignores presses. */
  busy?: boolean;
  icon?: ReactNode;
}

/** The classes of a button, for a link that looks like one. */
export function buttonLook({
  variant = 'primary',
  size = 'md',
}: {
  variant?: ButtonProps['variant'] | undefined;
  size?: ButtonProps['size'] | undefined;
}): string {
  return clsx(
    'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-full font-semibold whitespace-nowrap select-none',
    'transition-colors disabled:pointer-events-none disabled:opacity-50 pointer-coarse:min-h-touch',
    variants[variant],
    sizes[size],
  );
}

export function Button({
  variant,
  size,
  busy = false,
  type = 'button',
  icon,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={clsx(buttonLook({ variant, size }), className)}
    >
      <span className={clsx('inline-flex items-center gap-2', busy && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {busy && <Spinner className="absolute" />}
    </button>
  );
}
