import * as words from '#words/auth';
import { Form } from '@base-ui/react/form';
import { register } from '@roost/contract/auth';
import { accountLimits } from '@roost/contract/limits';
import type { Site } from '@roost/contract/site';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { navigate, useLocation, useSearchParams } from '../../lib/router/router.tsx';
import { call } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/states/alert.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { accountRules } from './account-rules.ts';
import { forgetRegistration, saveRegistration, savedRegistration } from './saved-registration.ts';
import { PasswordStrength } from './password-strength.tsx';
import { SiteRules } from './site-rules.tsx';
import { siteQuery } from './site.query.ts';
import { paths } from '../../paths.ts';

const REGISTERED_TO_LOGIN_MS = 1_500;

const { min, max } = accountLimits.username;

export function RegisterForm() {
  const [registered, setRegistered] = useState<string>();
  const [isPending, setPending] = useState(false);
  const { data: site } = useQuery(siteQuery);
  const [params] = useSearchParams();
  const invite = params.get('invite') ?? '';
  const [before] = useState(savedRegistration);
  const [typed, setTyped] = useState<Record<string, string>>(before);
  const { formProps, field, busy, failure, isAtField } = useForm(
    async ({ username = '', email = '', fullName = '', password = '', ...more }) => {
      const body = { username, email, fullName, password, ...extrasOf(more, invite, site) };
      const { data } = await call(register, { body }, { quiet: true });
      forgetRegistration();
      if (data?.pending) setPending(true);
      else setRegistered(email);
    },
    accountRules,
  );
  const problem = messageOf(failure, words.registrationFailed);
  useGoToLogin(registered);

  const keepTyped = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement)) return;
    const all = { ...typed, [target.name]: target.value };
    setTyped(all);
    saveRegistration(all);
  };

  if (isPending) return <Alert type="success">{words.waitsForApproval}</Alert>;
  return (
    <Form {...formProps} onInput={keepTyped} className="flex flex-col gap-5">
      <TextField
        {...field('username', words.username, words.enterYourUsername)}
        defaultValue={before['username']}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={words.usernameRules({ min, max })}
      />
      <TextField
        {...field('email', words.email, words.enterYourEmail)}
        defaultValue={before['email']}
        type="email"
        autoComplete="email"
        inputMode="email"
      />
      <TextField
        {...field('fullName', words.fullName, words.enterYourFullName)}
        defaultValue={before['fullName']}
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
      {site?.registration === 'invite' && (
        <TextField
          // Not required here: the first member of a site needs none, and only the server knows who is first.
          {...field('invite', words.inviteCode)}
          defaultValue={invite}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {site?.registration === 'approval' && invite === '' && (
        <TextField
          {...field('reason', words.whyJoin)}
          defaultValue={before['reason']}
          maxLength={accountLimits.reason.max}
          hint={words.adminsReadThis}
        />
      )}
      <SiteRules site={site} />
      {site?.registration === 'closed' && <Alert type="info">{words.takesNoNewMembers}</Alert>}
      {failure !== undefined && !isAtField(problem) && <Alert type="error">{problem}</Alert>}
      {registered !== undefined && <Alert type="success">{words.registrationSuccessful}</Alert>}
      <Button type="submit" size="lg" busy={busy || registered !== undefined}>
        {words.signUp}
      </Button>
    </Form>
  );
}

/** The fields that only some registrations have. Empty fields count as absent. */
function extrasOf(fields: Record<string, string>, invite: string, site: Site | undefined) {
  const code = fields['invite'] ?? invite;
  const reason = fields['reason'] ?? '';
  return {
    ...(code !== '' && { invite: code }),
    ...(reason !== '' && { reason }),
    ...(site && { rulesVersion: site.rulesVersion }),
  };
}

function useGoToLogin(registered: string | undefined): void {
  const { state } = useLocation() as { state: object | null };
  useEffect(() => {
    if (registered === undefined) return undefined;
    const timer = setTimeout(
      () =>
        navigate(paths.login, { state: { ...state, from: paths.welcome(), email: registered } }),
      REGISTERED_TO_LOGIN_MS,
    );
    return () => clearTimeout(timer);
  }, [registered, state]);
}
