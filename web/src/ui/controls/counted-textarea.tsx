import { useId } from 'react';
import { AutoTextarea } from './auto-textarea.tsx';

interface CountedTextareaProps {
  label: string;
  rows: number;
  value: string;
  onChange: (value: string) => void;
  /** The length of the text, as the caller counts it. */
  used: number;
  max: number;
}

/** A text box with a label, and how much of the allowed length is used. */
export function CountedTextarea({ label, value, onChange, used, max, rows }: CountedTextareaProps) {
  const id = useId();
  const isTooLong = used > max;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-meta font-medium">
        {label}
      </label>
      <div className="rounded-input border border-control bg-raised px-3.5 has-focus-visible:outline-2 has-focus-visible:outline-accent-text">
        <AutoTextarea
          id={id}
          aria-describedby={`${id}-count`}
          aria-invalid={isTooLong || undefined}
          rows={rows}
          dir="auto"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="py-2.5"
        />
      </div>
      <p
        id={`${id}-count`}
        className={`nums mt-1.5 text-end text-meta ${isTooLong ? 'text-danger-text' : 'text-muted'}`}
      >
        {used} / {max}
      </p>
    </div>
  );
}
