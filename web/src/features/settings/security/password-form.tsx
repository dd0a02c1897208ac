import * as words from '#words/settings';
import { Form } from '@base-ui/react/form';
import { updatePassword } from '@roost/contract/auth';
import { useState } from 'react';
import { ApiError, call } from '../../../lib/api/api.ts';
import { useForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { PasswordStrength } from '../../auth/password-strength.tsx';
import { useViewer } from '../../auth/viewer.ts';

export function PasswordForm() {
  const { username, email, fullName } = useViewer();
  const [done, setDone] = useState(false);
  const [next, setNext] = useState('');
  const { formProps, field, busy } = useForm(async ({ oldpassword = '', newpassword = '' }) => {
    setDone(false);
    await call(updatePassword, { body: { oldpassword, newpassword } }).catch(atItsField);
    formProps.ref.current?.reset();
    setNext('');
    setDone(true);
  });

  return (
    <Form {...formProps} onInput={() => setDone(false)} className="flex flex-col gap-5">
      {/* Password managers use this field to find the account. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        defaultValue={username}
        readOnly
        hidden
      />
      <TextField
        {...field('oldpassword', words.currentPassword, words.enterYourCurrentPassword)}
        type="password"
        autoComplete="current-password"
      />
      <TextField
        {...field('newpassword', words.newPassword, words.enterYourNewPassword)}
        type="password"
        autoComplete="new-password"
        onChange={(event) => setNext(event.target.value)}
        hint={<PasswordStrength password={next} about={[username, email, fullName]} />}
      />
      {done && <Alert type="success">{words.passwordChanged}</Alert>}
      <div className="flex items-center justify-between gap-4">
        {!done && <p className="text-meta text-muted">{words.yourOtherSessionsWillBeEnded}</p>}
        <Button type="submit" busy={busy} className="ms-auto">
          {words.changePassword}
        </Button>
      </div>
    </Form>
  );
}

/** Shows the error for a wrong current password at its field, although the answer names no field. */
function atItsField(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'wrong_password') throw error;
  const { status, code, message } = error;
  throw new ApiError(message, { status, code, errors: [{ path: 'oldpassword', message }] });
}
