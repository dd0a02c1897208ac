import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The accessible name. The tooltip shows it too. */
  label: string;
  size?: 'md' | 'lg';
}

/** A round button with one icon of 20 px. It is 36 px wide for a mouse and 44 px for a finger. */
export function IconButton({
  label,
  size = 'md',
  type = 'button',
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      data-tooltip={label}
      className={clsx(
        'inline-flex shrink-0 items-center justify-center rounded-full text-muted transition-colors select-none',
        'hover:bg-hover hover:text-text aria-expanded:bg-hover aria-expanded:text-text',
        'disabled:pointer-events-none disabled:opacity-50 pointer-coarse:size-touch',
        size === 'lg' ? 'size-11' : 'size-9',
        className,
      )}
    >
      {children}
    </button>
  );
}
