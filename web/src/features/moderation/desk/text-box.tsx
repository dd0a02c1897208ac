import { lengthOf, trimText } from '@roost/contract/text/text';
import { useId, type Ref } from 'react';
import { AutoTextarea } from '../../../ui/controls/auto-textarea.tsx';

/** The count appears when less than this part of the limit is left. */
const NEAR = 0.8;

interface TextBoxProps {
  label: string;
  /** The most characters. */
  limit: number;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  error?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A text of several lines with a label. It shows how much is left when little is left. */
export function TextBox({ label, limit, value, onChange, hint, error, ref }: TextBoxProps) {
  const id = useId();
  const used = lengthOf(trimText(value));
  const isTooLong = used > limit;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-meta font-semibold">
        {label}
      </label>
      <div className="rounded-input border border-control bg-raised px-3.5 has-focus-visible:outline-2 has-focus-visible:outline-accent-text">
        <AutoTextarea
          id={id}
          ref={ref}
          rows={2}
          dir="auto"
          value={value}
          aria-describedby={`${id}-hint`}
          aria-invalid={isTooLong || error !== undefined || undefined}
          onChange={({ target }) => onChange(target.value)}
          className="py-2.5"
        />
      </div>
      <p
        id={`${id}-hint`}
        className="mt-1 flex justify-between gap-3 text-meta text-muted empty:hidden"
      >
        {error === undefined ? hint : <span className="text-danger-text">{error}</span>}
        {used > limit * NEAR && (
          <span className={`nums ms-auto ${isTooLong ? 'text-danger-text' : ''}`}>
            {used} / {limit}
          </span>
        )}
      </p>
    </div>
  );
}
