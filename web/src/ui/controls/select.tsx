import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

const looks = { sm: 'h-8 bg-page', md: 'h-9 bg-raised' };

interface SelectProps extends Omit<ComponentProps<'select'>, 'size'> {
  options: readonly { value: string; label: string }[];
  size?: keyof typeof looks;
}

/** The browser's own select with our look, so a phone shows its own list. The caller renders the label. */
export function Select({ options, size = 'md', className, ...rest }: SelectProps) {
  return (
    <span className={clsx('relative inline-flex max-w-full min-w-0 items-center', className)}>
      <select
        {...rest}
        className={clsx(
          'w-full appearance-none truncate rounded-full border border-control pe-8 ps-3 font-medium transition-colors hover:bg-hover disabled:opacity-50 max-md:text-input pointer-coarse:h-touch',
          looks[size],
        )}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} className="pointer-events-none absolute end-2.5 text-muted" />
    </span>
  );
}
