import { login } from '@roost/contract/auth';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, call } from '../../lib/api.ts';
import { wordsOf } from '../../lib/api-error.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx';
import type { AskedPage } from './gate.tsx';
import { beginSession, useLastEnding } from './session.ts';

/** Signs in; the gate around the page then leads on. */
export function LoginForm() {
  const [asking, setAsking] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const state = useLocation().state as (Partial<AskedPage> & { email?: string }) | null;
  const ending = useLastEnding();
  const registered = state?.email ?? '';
  const { formProps, field, busy, failure } = useForm(async ({ email = '', password = '' }) => {
    const answer = await call(login, { body: { email, password } }, { quiet: true });
    // The type says it can't be otherwise; the catalogue (spec §8) has words for when it is.
    if ((answer.status as string) !== 'success')
      throw new ApiError('Login failed with unexpected status');
    if (!(await beginSession(answer.userid)))
      throw new Error('Signed in, but the viewer could not be loaded.');
  });

  return (
    <>
      <form {...formProps} className="flex flex-col gap-5">
        <TextField
          ref={email}
          {...field('email', 'Email')}
          // On a phone the keyboard would cover what the page is about.
          autoFocus={!registered && matchMedia('(pointer: fine)').matches}
          type="email"
          autoComplete="username"
          defaultValue={registered}
          inputMode="email"
        />
        <TextField
          {...field('password', 'Password')}
          type="password"
          autoComplete="current-password"
        />
        {state?.hasEnded && ending !== 'left' && failure === undefined && !registered && (
          <Notice type="info">Your session has ended. Please sign in again.</Notice>
        )}
        {failure !== undefined && <Notice type="error">{loginWords(failure)}</Notice>}
        <Button type="submit" size="lg" busy={busy}>
          Sign in
        </Button>
      </form>
      <Button variant="ghost" className="mt-3 w-full" onClick={() => setAsking(true)}>
        Forgot password?
      </Button>
      <ForgotPasswordDialog
        open={asking}
        onOpenChange={setAsking}
        knownEmail={() => email.current?.value ?? ''}
      />
    </>
  );
}

function loginWords(failure: unknown): string {
  if (failure instanceof ApiError)
    return wordsOf(failure, 'Login failed. Please check your credentials.');
  return 'An unexpected error occurred. Please try again.';
}
