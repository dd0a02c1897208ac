import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Its name, for everyone: read out, and shown when the pointer rests or the keyboard arrives. */
  label: string;
  size?: 'md' | 'lg';
}

/** A round button holding one icon (20 px). 36 px for a mouse, 44 for a finger. */
export function IconButton({
  label,
  size = 'md',
  type = 'button',
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={clsx(
          'inline-flex shrink-0 items-center justify-center rounded-full text-muted transition-colors select-none',
          'hover:bg-hover hover:text-text aria-expanded:bg-hover aria-expanded:text-text',
          'disabled:pointer-events-none disabled:opacity-50 pointer-coarse:size-11',
          size === 'lg' ? 'size-11' : 'size-9',
          className,
        )}
      >
        {children}
      </button>
    </Tooltip>
  );
}
