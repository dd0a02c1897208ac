import * as words from '#words/ui';
import { Field } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

export interface FieldRootProps {
  name?: string | undefined;
  /** Returns what is wrong with the value. The field checks it after `required` and `type`. */
  rule?: ((value: string) => string | undefined) | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A field with its label, control and message. It checks itself when its form is submitted. */
export function FieldRoot({ rule, ...rest }: FieldRootProps) {
  return (
    <Field.Root
      {...rest}
      // The other modes show errors while the person types.
      validationMode="onBlur"
      validate={rule && ((value) => rule(String(value)))}
    />
  );
}

export function FieldLabel({ children }: { children: ReactNode }) {
  return <Field.Label className="mb-1.5 block text-meta font-medium">{children}</Field.Label>;
}

interface FieldControlProps extends ComponentProps<typeof Field.Control> {
  /** The server's error. Base UI does not know it, because its form refuses to send a field with an error. */
  error?: string | undefined;
}

/** The input of a field. `render` replaces it with another control. */
export function FieldControl({
  error,
  'aria-invalid': isInvalid,
  onBlur,
  onKeyDown,
  ...rest
}: FieldControlProps) {
  return (
    <Field.Control
      {...rest}
      aria-invalid={error || isInvalid ? true : undefined}
      onBlur={(event) => {
        onBlur?.(event);
        // Only the form checks the field. An error at blur would move the button that the person is about to press.
        event.preventBaseUIHandler();
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key === 'Enter') event.preventBaseUIHandler();
      }}
    />
  );
}

/** How much of the allowed length is used. It describes the control. */
export function FieldCount({ used, max }: { used: number; max: number }) {
  return (
    <Field.Description
      render={<span />}
      className={`nums mt-1.5 ms-auto text-meta ${used > max ? 'text-danger-text' : 'text-muted'}`}
    >
      <span dir="ltr">
        {used} / {max}
      </span>
    </Field.Description>
  );
}

export interface FieldMessageProps {
  /** The server's error. */
  error?: string | undefined;
  /** The error of an empty field that must not be empty. */
  missing?: string | undefined;
  hint?: ReactNode;
}

/** The text under a control: its error, else its hint. */
export function FieldMessage({ error, missing, hint }: FieldMessageProps) {
  return (
    <FieldErrorText error={error} missing={missing}>
      {(text) =>
        text ? (
          <Field.Error match render={<ErrorNote />}>
            {text}
          </Field.Error>
        ) : (
          hint && (
            <Field.Description render={<div />} className="mt-1.5 text-meta text-muted">
              {hint}
            </Field.Description>
          )
        )
      }
    </FieldErrorText>
  );
}

interface FieldErrorTextProps extends Omit<FieldMessageProps, 'hint'> {
  children: (text: string | undefined) => ReactNode;
}

/** Passes the field's error text to `children`. */
export function FieldErrorText({ error, missing, children }: FieldErrorTextProps) {
  return (
    <Field.Validity>
      {({ validity, error: broken }) => {
        if (error) return children(error);
        if (validity.valueMissing) return children(missing);
        if (validity.typeMismatch) return children(words.enterAValidEmailAddress);
        return children(broken);
      }}
    </Field.Validity>
  );
}
