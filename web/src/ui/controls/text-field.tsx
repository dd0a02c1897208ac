import * as words from '#words/ui';
import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps } from 'react';
import {
  FieldControl,
  FieldLabel,
  FieldMessage,
  FieldRoot,
  type FieldMessageProps,
  type FieldRootProps,
} from './field.tsx';
import { IconButton } from './icon-button.tsx';

export interface TextFieldProps
  extends
    Omit<ComponentProps<'input'>, 'size' | 'name' | 'required'>,
    FieldMessageProps,
    Pick<FieldRootProps, 'name' | 'rule'> {
  label: string;
}

/** A text input with a label. People can reveal a password. */
export function TextField({
  label,
  name,
  rule,
  error,
  missing,
  hint,
  type = 'text',
  className,
  id: givenId,
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';
  return (
    <FieldRoot name={name} rule={rule} className={className}>
      <FieldLabel>{label}</FieldLabel>
      <div className="relative">
        <FieldControl
          // A name in Arabic and an address have another direction. The button beside a password stays on one side.
          {...(isPassword ? { 'data-secret': '' } : { dir: 'auto' })}
          {...rest}
          id={id}
          type={isPassword && shown ? 'text' : type}
          required={missing !== undefined}
          error={error}
          className={clsx(
            'block h-12 w-full rounded-input border border-control bg-raised px-3.5 text-input transition-colors md:text-body',
            'focus-visible:outline-offset-0 disabled:opacity-60 aria-invalid:border-danger-text',
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
      <FieldMessage error={error} missing={missing} hint={hint} />
    </FieldRoot>
  );
}
