import * as words from '#words/users';
import { MAX_LINKS } from '@roost/contract/users';
import { AutoTextarea } from '../../../ui/controls/auto-textarea.tsx';
import {
  FieldControl,
  FieldLabel,
  FieldMessage,
  FieldRoot,
  type FieldRootProps,
} from '../../../ui/controls/field.tsx';

interface LinksFieldProps extends Pick<FieldRootProps, 'name' | 'rule'> {
  label: string;
  /** One address in each line. */
  value: string;
  readOnly: boolean;
  /** The server's error. */
  error: string | undefined;
  onChange: (links: string) => void;
}

/** The links of the profile, one in each line. */
export function LinksField({
  name,
  rule,
  label,
  value,
  readOnly,
  error,
  onChange,
}: LinksFieldProps) {
  return (
    <FieldRoot name={name} rule={rule} className="mt-4">
      <FieldLabel>{label}</FieldLabel>
      <div className="rounded-input border border-control bg-raised px-3.5 has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-aria-invalid:border-danger-text">
        <FieldControl
          render={<AutoTextarea rows={2} />}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          value={value}
          readOnly={readOnly}
          error={error}
          onValueChange={onChange}
          // So that the focus also brings the error below into sight.
          className="scroll-mb-20 py-2.5"
        />
      </div>
      <FieldMessage error={error} hint={words.oneAddressPerLine({ max: MAX_LINKS })} />
    </FieldRoot>
  );
}
