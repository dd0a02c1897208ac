import * as words from '#words/auth';
import { Form } from '@base-ui/react/form';
import { register } from '@roost/contract/auth';
import { accountLimits } from '@roost/contract/limits';
import { useEffect, useState, type FormEvent } from 'react';
import { navigate, useLocation } from '../../lib/router/router.tsx';
import { call } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/states/alert.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { accountRules } from './account-rules.ts';
import { PasswordStrength } from './password-strength.tsx';
import { paths } from '../../paths.ts';

const REGISTERED_TO_LOGIN_MS = 1_500;

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
  const problem = messageOf(failure, words.registrationFailed);
  useGoToLogin(registered);

  const keepTyped = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement)
      setTyped((all) => ({ ...all, [target.name]: target.value }));
  };

  return (
    <Form {...formProps} onInput={keepTyped} className="flex flex-col gap-5">
      <TextField
        {...field('username', words.username, words.enterYourUsername)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={words.usernameRules({ min, max })}
      />
      <TextField
        {...field('email', words.email, words.enterYourEmail)}
        type="email"
        autoComplete="email"
        inputMode="email"
      />
      <TextField
        {...field('fullName', words.fullName, words.enterYourFullName)}
        autoComplete="name"
      />
      <TextField
        {...field('password', words.password, words.enterYourPassword)}
        type="password"
        autoComplete="new-password"
        hint={
          <PasswordStrength
            password={typed['password'] ?? ''}
            about={[typed['username'], typed['email'], typed['fullName']]}
          />
        }
      />
      {failure !== undefined && !isAtField(problem) && <Alert type="error">{problem}</Alert>}
      {registered !== undefined && <Alert type="success">{words.registrationSuccessful}</Alert>}
      <Button type="submit" size="lg" busy={busy || registered !== undefined}>
        {words.signUp}
      </Button>
    </Form>
  );
}

function useGoToLogin(registered: string | undefined): void {
  const { state } = useLocation() as { state: object | null };
  useEffect(() => {
    if (registered === undefined) return undefined;
    const timer = setTimeout(
      () => navigate(paths.login, { state: { ...state, email: registered } }),
      REGISTERED_TO_LOGIN_MS,
    );
    return () => clearTimeout(timer);
  }, [registered, state]);
}
