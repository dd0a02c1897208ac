import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { AutoTextarea } from './auto-textarea.tsx';
import {
  FieldControl,
  FieldCount,
  FieldLabel,
  FieldMessage,
  FieldRoot,
  type FieldRootProps,
} from './field.tsx';

export interface TextAreaFieldProps extends Pick<FieldRootProps, 'name' | 'rule' | 'className'> {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** The server's error. */
  error?: string | undefined;
  hint?: ReactNode;
  /** The number of characters that the text uses, and the most. */
  count: { used: number; max: number };
  rows?: number;
  readOnly?: boolean;
  ref?: Ref<HTMLTextAreaElement> | undefined;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

/** A text of several lines with a label and the number of its characters. */
export function TextAreaField({
  name,
  rule,
  className,
  label,
  value,
  onChange,
  error,
  hint,
  count: { used, max },
  rows = 3,
  readOnly = false,
  ref,
  onKeyDown,
}: TextAreaFieldProps) {
  return (
    <FieldRoot name={name} rule={rule} className={className}>
      <FieldLabel>{label}</FieldLabel>
      <div className="rounded-input border border-control bg-raised px-3.5 has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-aria-invalid:border-danger-text">
        <FieldControl
          render={<AutoTextarea rows={rows} ref={ref} />}
          dir="auto"
          value={value}
          readOnly={readOnly}
          onKeyDown={onKeyDown}
          error={error}
          aria-invalid={used > max}
          onValueChange={onChange}
          className="py-2.5"
        />
      </div>
      <div className="flex justify-between gap-3">
        <FieldMessage error={error} hint={hint} />
        <FieldCount used={used} max={max} />
      </div>
    </FieldRoot>
  );
}
