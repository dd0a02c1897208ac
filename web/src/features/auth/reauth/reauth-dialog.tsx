import * as words from '#words/auth';
import { Form } from '@base-ui/react/form';
import { reauth } from '@roost/contract/factors';
import { useState } from 'react';
import { ApiError, call } from '../../../lib/api/api.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { CodeField } from '../code-field.tsx';
import { hasPasskeys } from '../passkeys/has-passkeys.ts';
import { PasskeyProof } from './passkey-proof.tsx';
import { useViewer } from '../viewer.ts';
import { methodsOf, type ProofRequest } from './proof-request.ts';

interface ReauthDialogProps {
  request: ProofRequest;
  open: boolean;
}

/** Asks the viewer to prove who they are. The call that was refused is then repeated. */
export function ReauthDialog({ request, open }: ReauthDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || request.answer(false)}
      title={words.confirmItsYou}
      description={words.thisChangeNeedsAProof}
      size="sm"
      // A code or a password is quickly typed again.
      keepsText
    >
      <ReauthForm request={request} />
    </Dialog>
  );
}

function ReauthForm({ request }: { request: ProofRequest }) {
  const { username } = useViewer();
  const { methods, isLearned, learn } = useMethods(request);
  const hasCode = methods.includes('totp');
  const { formProps, field, busy, failure, forgetFailure, isAtField } = useForm(
    async ({ password, code }) => {
      const body = hasCode ? { code } : { password };
      try {
        await call(reauth, { body }, { quiet: true, asksForProof: false });
      } catch (error) {
        if (learn(error)) return;
        throw error;
      }
      request.answer(true);
    },
  );
  const problem = failure === undefined ? '' : messageOf(failure, words.anUnexpectedErrorOccurred);
  return (
    <Form {...formProps} className="mt-5 flex flex-col gap-5">
      {/* Password managers use this field to find the account. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {hasCode ? (
        <CodeField
          field={(label) => ({
            ...field('code', label, words.enterTheCode),
            autoFocus: isLearned,
          })}
          allowsRecovery={methods.includes('recoveryCode')}
          onSwitch={forgetFailure}
        />
      ) : (
        <TextField
          {...field('password', words.password, words.enterYourPassword)}
          type="password"
          autoComplete="current-password"
        />
      )}
      {problem !== '' && !isAtField(problem) && <Alert type="error">{problem}</Alert>}
      <Button type="submit" size="lg" busy={busy}>
        {words.confirm}
      </Button>
      {methods.includes('passkey') && hasPasskeys() && (
        <PasskeyProof onProved={() => request.answer(true)} />
      )}
    </Form>
  );
}

/**
 * The ways of the proof. If the person turned an app on since the refusal, only the answer to the password names the code, and
 * `learn` then changes the form. It returns whether it did.
 */
function useMethods(request: ProofRequest) {
  const [learned, setLearned] = useState<Pick<ProofRequest, 'methods'> & { of: ProofRequest }>();
  const isLearned = learned?.of === request;
  const methods = isLearned ? learned.methods : request.methods;
  function learn(error: unknown): boolean {
    if (!(error instanceof ApiError) || error.code !== 'reauth_required') return false;
    const next = methodsOf(error);
    if (methods.includes('totp') || !next.includes('totp')) return false;
    setLearned({ methods: next, of: request });
    return true;
  }
  return { methods, isLearned, learn };
}
