import * as words from '#words/users';
import { accountLimits } from '@roost/contract/limits';
import { lengthOf, trimText } from '@roost/contract/text/text';
import type { FieldRootProps } from '../../../ui/controls/field.tsx';
import { TextAreaField } from '../../../ui/controls/text-area-field.tsx';

interface BioFieldProps extends Pick<FieldRootProps, 'name' | 'rule'> {
  label: string;
  value: string;
  readOnly: boolean;
  /** The server's error. */
  error: string | undefined;
  onChange: (bio: string) => void;
}

/** The bio, with the number of remaining characters. */
export function BioField(props: BioFieldProps) {
  const { max } = accountLimits.bio;
  return (
    <TextAreaField
      {...props}
      className="mt-4"
      hint={words.upToCharacters({ max })}
      count={{ used: lengthOf(trimText(props.value)), max }}
    />
  );
}
