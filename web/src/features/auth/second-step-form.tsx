import * as words from '#words/auth';
import { Form } from '@base-ui/react/form';
import { loginSecond } from '@roost/contract/factors';
import { ApiError, call } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/states/alert.tsx';
import { CodeField } from './code-field.tsx';
import { methodsOf } from './reauth/proof-request.ts';
import type { Refusal } from './refusals/refusal.ts';
import { signInBy } from './sign-in.ts';

/** A sign-in whose password was right, and which needs a second factor. */
export interface Challenge {
  challenge: string;
  methods: readonly string[];
}

/** The challenge in a refused sign-in that needs a second factor. */
export function challengeIn(error: unknown): Challenge | undefined {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return undefined;
  return { challenge: String(error.details['challenge']), methods: methodsOf(error) };
}

interface SecondStepFormProps extends Challenge {
  /** Begins the sign-in again. */
  onBack: () => void;
  /** The code was right, but the account cannot be used now. */
  onRefused: (refusal: Refusal) => void;
}

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function SecondStepForm({ challenge, methods, onBack, onRefused }: SecondStepFormProps) {
  const { formProps, field, busy, failure, forgetFailure, isAtField } = useForm(
    async ({ code = '' }) => {
      const send = () => call(loginSecond, { body: { challenge, code } }, { quiet: true });
      await signInBy(send, onRefused);
    },
  );
  const problem = failure === undefined ? '' : messageOf(failure, words.loginFailed);
  return (
    <Form {...formProps} className="flex flex-col gap-5">
      <p className="text-muted">{words.yourAccountNeedsASecondStep}</p>
      <CodeField
        field={(label) => ({
          ...field('code', label, words.enterTheCode),
          autoFocus: true,
        })}
        allowsRecovery={methods.includes('recoveryCode')}
        onSwitch={forgetFailure}
      />
      {problem !== '' && !isAtField(problem) && <Alert type="error">{problem}</Alert>}
      <Button type="submit" size="lg" busy={busy}>
        {words.signIn}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {words.back}
      </Button>
    </Form>
  );
}
