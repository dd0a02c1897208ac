import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface FloatingActionButtonProps {
  label: string;
  icon: ReactNode;
  onPress: () => void;
  className?: string;
}

/**
 * The floating action button of a page, on phones only. It has one place. It hides while a person scrolls down, and while a person
 * writes in a composer. The page has free space below its last row, and controls with the keyboard focus scroll clear of it (base.css).
 */
export function FloatingActionButton({
  label,
  icon,
  onPress,
  className,
}: FloatingActionButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-post-button
      onClick={onPress}
      className={clsx(
        'fixed end-4 bottom-[calc(var(--bottom-bar)+1rem)] z-30 flex size-14 items-center justify-center rounded-full bg-accent text-on-accent shadow-float transition-[opacity,visibility] duration-(--in) active:bg-accent-hover md:hidden [:root:has(main_[data-composer]:focus-within)_&]:hidden [:root[data-top-bar=hidden]_&]:invisible [:root[data-top-bar=hidden]_&]:opacity-0',
        className,
      )}
    >
      {icon}
    </button>
  );
}
