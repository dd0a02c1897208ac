import * as words from '#words/users';
import { accountLimits } from '@roost/contract/limits';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { useId } from 'react';
import { AutoTextarea } from '../../../ui/controls/auto-textarea.tsx';
import { FieldNote } from '../../../ui/controls/field-note.tsx';

interface BioFieldProps {
  value: string;
  readOnly: boolean;
  error: string | undefined;
  onChange: (bio: string) => void;
}

/** The bio, with the number of remaining characters. */
export function BioField({ value, readOnly, error, onChange }: BioFieldProps) {
  const id = useId();
  const { max } = accountLimits.bio;
  const used = lengthOf(trimText(value));
  return (
    <div className="mt-4">
      <label htmlFor={id} className="mb-1.5 block text-meta font-medium">
        {words.bio}
      </label>
      <div
        className={`rounded-input border bg-raised px-3.5 has-focus-visible:outline-2 has-focus-visible:outline-accent-text ${error ? 'border-danger-text' : 'border-control'}`}
      >
        <AutoTextarea
          id={id}
          name="bio"
          dir="auto"
          rows={3}
          value={value}
          readOnly={readOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => onChange(target.value)}
          className="py-2.5"
        />
      </div>
      <div className="flex justify-between gap-3">
        <FieldNote id={`${id}-note`} error={error} hint={words.upToCharacters({ max })} />
        <span
          aria-hidden
          className={`nums mt-1.5 ms-auto text-meta ${used > max ? 'text-danger-text' : 'text-muted'}`}
        >
          {used} / {max}
        </span>
      </div>
    </div>
  );
}
