import * as words from '#words/auth';
import { Form } from '@base-ui/react/form';
import { resetPassword } from '@roost/contract/auth';
import { useEffect, useState } from 'react';
import { navigate, useParams } from '../../lib/router/router.tsx';
import { call } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/states/alert.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { PasswordStrength } from './password-strength.tsx';
import { paths } from '../../paths.ts';

const RESET_TO_LOGIN_MS = 2_000;

/** Sets a new password with the token in the address. The server checks that both entries are equal. */
export function ResetPasswordForm() {
  const { token = '' } = useParams(paths.resetPassword(':token'));
  const [done, setDone] = useState(false);
  const [password, setPassword] = useState('');
  const { formProps, field, busy, failure, isAtField } = useForm(
    async ({ password = '', confirmpassword = '' }) => {
      await call(
        resetPassword,
        { params: { token }, body: { password, confirmpassword } },
        { quiet: true },
      );
      setDone(true);
    },
  );

  const reason = messageOf(failure, '');

  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => navigate(paths.login, { replace: true }), RESET_TO_LOGIN_MS);
    return () => clearTimeout(timer);
  }, [done]);

  return (
    <Form {...formProps} className="flex flex-col gap-5">
      <TextField
        {...field('password', words.newPassword, words.enterYourNewPassword)}
        type="password"
        autoComplete="new-password"
        onChange={(event) => setPassword(event.target.value)}
        hint={<PasswordStrength password={password} about={[]} />}
      />
      <TextField
        {...field('confirmpassword', words.newPasswordAgain, words.enterYourNewPasswordAgain)}
        type="password"
        autoComplete="new-password"
      />
      {failure !== undefined && (
        <Alert type="error">
          <p>{words.passwordResetFailed}</p>
          {!isAtField(reason) && <p className="text-muted">{reason}</p>}
        </Alert>
      )}
      {done && <Alert type="success">{words.passwordResetSuccessful}</Alert>}
      <Button type="submit" size="lg" busy={busy || done}>
        {words.resetPassword}
      </Button>
    </Form>
  );
}
