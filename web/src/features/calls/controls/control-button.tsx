import * as words from '#words/calls';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const looks = {
  plain: 'bg-picture-label text-on-picture hover:bg-picture-label-hover',
  /** Highlights the button, because something is off or in use. */
  on: 'bg-on-picture text-picture-ink hover:bg-on-picture/85',
  end: 'bg-danger text-on-danger hover:bg-danger-hover',
};

interface ControlButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  label: string;
  look?: keyof typeof looks;
  /** The keyboard shortcut. */
  shortcut?: string;
}

/** A round button of a call. */
export function ControlButton({
  label,
  look = 'plain',
  shortcut,
  className,
  children,
  ...rest
}: ControlButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      data-tooltip={shortcut ? words.labelWithShortcut({ label, shortcut }) : label}
      aria-keyshortcuts={shortcut}
      className={clsx(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-colors select-none focus-visible:outline-on-picture disabled:opacity-50 md:size-12',
        looks[look],
        className,
      )}
    >
      {children}
    </button>
  );
}
