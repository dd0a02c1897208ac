import { resetPassword } from '@roost/contract/auth';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { call } from '../../lib/api.ts';
import { wordsOf } from '../../lib/api-error.ts';
import { RESET_TO_LOGIN_MS } from '../../lib/constants.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PasswordStrength } from './password-strength.tsx';

/** Chooses a new password by the token in the address. That both are alike is the server's to check (spec §5). */
export function ResetPasswordForm() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const [done, setDone] = useState(false);
  const [password, setPassword] = useState('');
  const { formProps, field, busy, failure } = useForm(
    async ({ password = '', confirmpassword = '' }) => {
      await call(
        resetPassword,
        { params: { token }, body: { password, confirmpassword } },
        { quiet: true },
      );
      setDone(true);
    },
  );

  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => void navigate('/login', { replace: true }), RESET_TO_LOGIN_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  return (
    <form {...formProps} className="flex flex-col gap-5">
      <TextField
        {...field('password', 'New password')}
        type="password"
        autoComplete="new-password"
        onChange={(event) => setPassword(event.target.value)}
        hint={<PasswordStrength password={password} about={[]} />}
      />
      <TextField
        {...field('confirmpassword', 'New password again')}
        type="password"
        autoComplete="new-password"
      />
      {failure !== undefined && (
        <Notice type="error">
          <p>Password reset failed.</p>
          <p className="text-muted">{wordsOf(failure, '')}</p>
        </Notice>
      )}
      {done && <Notice type="success">Password reset successful! You can now log in.</Notice>}
      <Button type="submit" size="lg" busy={busy || done}>
        Reset password
      </Button>
    </form>
  );
}
