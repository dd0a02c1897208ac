import * as words from '#words/ui';
import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { FieldNote } from './field-note.tsx';
import { IconButton } from './icon-button.tsx';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size'> {
  label: string;
  /** The error. It replaces the hint. */
  error?: string | undefined;
  hint?: ReactNode;
}

/** A text input with a label. People can reveal a password. */
export function TextField({
  label,
  error,
  hint,
  type = 'text',
  className,
  id: givenId,
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const noteId = `${id}-note`;
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-meta font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={id}
          type={isPassword && shown ? 'text' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId : undefined}
          className={clsx(
            'block h-12 w-full rounded-input border bg-raised px-3.5 text-input transition-colors md:text-body',
            'focus-visible:outline-offset-0 disabled:opacity-60',
            error ? 'border-danger-text' : 'border-control',
            isPassword && 'pe-13',
          )}
        />
        {isPassword && (
          <IconButton
            label={shown ? words.hidePassword : words.showPassword}
            aria-pressed={shown}
            aria-controls={id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 end-1.5 my-auto"
          >
            {shown ? <EyeOff /> : <Eye />}
          </IconButton>
        )}
      </div>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}
