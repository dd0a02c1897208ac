import * as words from '#words/auth';
import { Form } from '@base-ui/react/form';
import { login } from '@roost/contract/auth';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from '../../lib/router/router.tsx';
import { ApiError, call } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { lazyPart } from '../../lib/page/load-chunk.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/states/alert.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx';
import type { LoginState } from './return-to.ts';
import { hasPasskeys } from './passkeys/has-passkeys.ts';
import { PasskeyButton } from './passkeys/passkey-button.tsx';
import { refusalOfSession, type Refusal } from './refusals/refusal.ts';
import { challengeIn, SecondStepForm, type Challenge } from './second-step-form.tsx';
import { useLastLogoutReason } from './session.ts';
import { signInBy } from './sign-in.ts';

// Few people ever see it.
const SignInRefused = lazyPart(
  async () => (await import('./refusals/sign-in-refused.tsx')).SignInRefused,
);

/** Signs in. The surrounding `VisitorsOnly` then redirects. Some accounts need a second step. */
export function LoginForm() {
  const [challenge, setChallenge] = useState<Challenge>();
  const hasExpired = (useLocation().state as Partial<LoginState> | null)?.hasExpired;
  const [refusal, setRefusal] = useState(() => (hasExpired ? refusalOfSession.read() : undefined));
  useEffect(() => {
    // The next session of this browser may end for another reason.
    if (!refusal) refusalOfSession.write(undefined);
  }, [refusal]);
  const begin = () => {
    setChallenge(undefined);
    setRefusal(undefined);
  };
  if (refusal) return <SignInRefused refusal={refusal} onBack={begin} />;
  if (challenge) return <SecondStepForm {...challenge} onBack={begin} onRefused={setRefusal} />;
  return <PasswordStep onChallenge={setChallenge} onRefused={setRefusal} />;
}

interface PasswordStepProps {
  onChallenge: (challenge: Challenge) => void;
  onRefused: (refusal: Refusal) => void;
}

function PasswordStep({ onChallenge, onRefused }: PasswordStepProps) {
  const [asking, setAsking] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const state = useLocation().state as (Partial<LoginState> & { email?: string }) | null;
  const logoutReason = useLastLogoutReason();
  const registered = state?.email ?? '';
  const { formProps, field, busy, failure } = useForm(async ({ email = '', password = '' }) => {
    try {
      await signInBy(async () => {
        const answer = await call(login, { body: { email, password } }, { quiet: true });
        // The type excludes another status. The contract still has a text for it.
        if ((answer.status as string) !== 'success')
          throw new ApiError(words.loginFailedWithUnexpectedStatus);
        return answer;
      }, onRefused);
    } catch (error) {
      const found = challengeIn(error);
      if (!found) throw error;
      onChallenge(found);
    }
  });

  return (
    <>
      {registered && failure === undefined && (
        <div className="mb-5">
          <Alert type="success">{words.yourAccountIsReady}</Alert>
        </div>
      )}
      <Form {...formProps} className="flex flex-col gap-5">
        <TextField
          ref={email}
          {...field('email', words.email, words.enterYourEmail)}
          // On a phone the keyboard would cover the page.
          autoFocus={!registered && matchMedia('(pointer: fine)').matches}
          type="email"
          autoComplete="username"
          defaultValue={registered}
          inputMode="email"
        />
        <TextField
          {...field('password', words.password, words.enterYourPassword)}
          type="password"
          autoComplete="current-password"
        />
        {state?.hasExpired &&
          logoutReason !== 'signedOut' &&
          failure === undefined &&
          !registered && <Alert type="info">{words.yourSessionHasEnded}</Alert>}
        {failure !== undefined && <Alert type="error">{loginWords(failure)}</Alert>}
        <Button type="submit" size="lg" busy={busy}>
          {words.signIn}
        </Button>
      </Form>
      {hasPasskeys() && <PasskeyButton onRefused={onRefused} />}
      <Button variant="ghost" className="mt-3 w-full" onClick={() => setAsking(true)}>
        {words.askForgotPassword}
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
  if (failure instanceof ApiError) return messageOf(failure, words.loginFailed);
  return words.anUnexpectedErrorOccurred;
}
