import { register } from '@roost/contract/auth';
import { accountLimits } from '@roost/contract/limits';
import { useEffect, useState, type FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../lib/api.ts';
import { wordsOf } from '../../lib/api-error.ts';
import { REGISTERED_TO_LOGIN_MS } from '../../lib/constants.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { accountRules } from './account-rules.ts';
import { PasswordStrength } from './password-strength.tsx';

const { min, max } = accountLimits.username;

export function RegisterForm() {
  const [registered, setRegistered] = useState<string>();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const { formProps, field, busy, failure, isAtField } = useForm(
    async ({ username = '', email = '', fullName = '', password = '' }) => {
      await call(register, { body: { username, email, fullName, password } }, { quiet: true });
      setRegistered(email);
    },
    accountRules,
  );
  const words = wordsOf(failure, 'Registration failed.');
  useGoToLogin(registered);

  const keepTyped = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement)
      setTyped((all) => ({ ...all, [target.name]: target.value }));
  };

  return (
    <form {...formProps} onInput={keepTyped} className="flex flex-col gap-5">
      <TextField
        {...field('username', 'Username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={`${min} to ${max} letters, digits or underscores.`}
      />
      <TextField {...field('email', 'Email')} type="email" autoComplete="email" inputMode="email" />
      <TextField {...field('fullName', 'Full name')} autoComplete="name" />
      <TextField
        {...field('password', 'Password')}
        type="password"
        autoComplete="new-password"
        hint={
          <PasswordStrength
            password={typed['password'] ?? ''}
            about={[typed['username'], typed['email'], typed['fullName']]}
          />
        }
      />
      {failure !== undefined && !isAtField(words) && <Notice type="error">{words}</Notice>}
      {registered !== undefined && (
        <Notice type="success">Registration successful! You can now log in.</Notice>
      )}
      <Button type="submit" size="lg" busy={busy || registered !== undefined}>
        Sign up
      </Button>
    </form>
  );
}

function useGoToLogin(registered: string | undefined): void {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: object | null };
  useEffect(() => {
    if (registered === undefined) return undefined;
    const timer = setTimeout(
      () => void navigate('/login', { state: { ...state, email: registered } }),
      REGISTERED_TO_LOGIN_MS,
    );
    return () => clearTimeout(timer);
  }, [registered, navigate, state]);
}
