import * as words from '#words/auth';
import { useState } from 'react';
import { TextField, type TextFieldProps } from '../../ui/controls/text-field.tsx';

interface CodeFieldProps {
  /** The props of the field, by its label. */
  field: (label: string) => TextFieldProps;
  /** A recovery code counts too. */
  allowsRecovery?: boolean;
  /** The person chose the other kind of code, so errors are about nothing any more. */
  onSwitch?: () => void;
  hint?: string;
}

/** A field for a code of an authenticator app, or for a recovery code. */
export function CodeField({ field, allowsRecovery = false, onSwitch, hint }: CodeFieldProps) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <div>
      <TextField
        key={String(isRecovery)}
        {...field(isRecovery ? words.recoveryCode : words.codeOfYourApp)}
        // Telephones offer the code above the keyboard.
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        data-secret=""
        hint={hint}
      />
      {allowsRecovery && (
        <button
          type="button"
          onClick={() => {
            setRecovery(!isRecovery);
            onSwitch?.();
          }}
          className="mt-2 rounded-xs text-meta font-semibold text-accent-text hover:underline pointer-coarse:min-h-touch"
        >
          {isRecovery ? words.useTheAppInstead : words.useARecoveryCode}
        </button>
      )}
    </div>
  );
}
