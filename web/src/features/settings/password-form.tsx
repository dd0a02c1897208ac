import { updatePassword } from '@roost/contract/auth';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PasswordStrength } from '../auth/password-strength.tsx';
import { useViewer } from '../auth/viewer.ts';

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
    <form {...formProps} className="flex flex-col gap-5">
      {/* For password managers, which file a password under a name. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        defaultValue={username}
        readOnly
        hidden
      />
      <TextField
        {...field('oldpassword', 'Current password')}
        type="password"
        autoComplete="current-password"
      />
      <TextField
        {...field('newpassword', 'New password')}
        type="password"
        autoComplete="new-password"
        onChange={(event) => setNext(event.target.value)}
        hint={<PasswordStrength password={next} about={[username, email, fullName]} />}
      />
      {done && (
        <Notice type="success">Password changed. Your other sessions have been ended.</Notice>
      )}
      <div className="flex items-center justify-between gap-4">
        <p className="text-meta text-muted">Your other sessions will be ended.</p>
        <Button type="submit" busy={busy}>
          Change password
        </Button>
      </div>
    </form>
  );
}

/** A wrong current password belongs to one field, though the answer is about the whole. */
function atItsField(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'wrong_password') throw error;
  const { status, code, message } = error;
  throw new ApiError(message, { status, code, errors: [{ path: 'oldpassword', message }] });
}
