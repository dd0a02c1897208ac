import * as words from '#words/users';
import { accountLimits } from '@roost/contract/limits';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { AutoTextarea } from '../../../ui/controls/auto-textarea.tsx';
import {
  FieldControl,
  FieldLabel,
  FieldMessage,
  FieldRoot,
  type FieldRootProps,
} from '../../../ui/controls/field.tsx';

interface BioFieldProps extends Pick<FieldRootProps, 'name' | 'rule'> {
  label: string;
  value: string;
  readOnly: boolean;
  /** The server's error. */
  error: string | undefined;
  onChange: (bio: string) => void;
}

/** The bio, with the number of remaining characters. */
export function BioField({ name, rule, label, value, readOnly, error, onChange }: BioFieldProps) {
  const { max } = accountLimits.bio;
  const used = lengthOf(trimText(value));
  return (
    <FieldRoot name={name} rule={rule} className="mt-4">
      <FieldLabel>{label}</FieldLabel>
      <div className="rounded-input border border-control bg-raised px-3.5 has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-aria-invalid:border-danger-text">
        <FieldControl
          render={<AutoTextarea rows={3} />}
          dir="auto"
          value={value}
          readOnly={readOnly}
          error={error}
          onValueChange={onChange}
          className="py-2.5"
        />
      </div>
      <div className="flex justify-between gap-3">
        <FieldMessage error={error} hint={words.upToCharacters({ max })} />
        <span
          aria-hidden
          className={`nums mt-1.5 ms-auto text-meta ${used > max ? 'text-danger-text' : 'text-muted'}`}
        >
          {used} / {max}
        </span>
      </div>
    </FieldRoot>
  );
}
