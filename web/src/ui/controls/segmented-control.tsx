import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';

export interface SegmentedControlProps<Value extends string> {
  /** The accessible name of the choice. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  disabled?: boolean;
  className?: string;
}

/** Chooses one of a few visible options. It consists of native radio buttons in the shape of a pill. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  options,
  disabled,
  className,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      // The radius also suits two lines, such as with large text.
      className={clsx('inline-flex max-w-full flex-wrap rounded-[24px] bg-sunk p-0.5', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
            'relative flex h-8 flex-1 items-center justify-center gap-1.5 rounded-full px-3 text-meta font-medium whitespace-nowrap transition-colors select-none',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent-text pointer-coarse:h-touch [&_svg]:size-4',
            disabled ? 'opacity-60' : 'cursor-pointer',
            option.value === value
              ? 'bg-chosen text-text shadow-lift'
              : 'text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-[inherit] appearance-none rounded-full opacity-0"
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </div>
  );
}
