import * as words from '#words/settings';
import { Form } from '@base-ui/react/form';
import { changeEmail, resendVerification } from '@roost/contract/addresses';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { toast } from '../../../ui/overlays/toasts.ts';
import { Sentence } from '../../../ui/sentence.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { useViewer } from '../../auth/viewer.ts';
import { securityKey, type Security } from './security.query.ts';

/** The viewer's address, whether it is confirmed, and a form that changes it. */
export function EmailSettings({ security }: { security: Security }) {
  const { email, emailVerified, pendingEmail } = security;
  // A site that does not confirm addresses has no link to send.
  const isLinkDue = useViewer().emailUnverified;
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const resend = useMutation({
    mutationFn: () => call(resendVerification, {}),
    onSuccess: () => toast.success(words.linkIsOnItsWay),
  });
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="min-w-0 font-semibold [overflow-wrap:anywhere]">{email}</strong>
        {(emailVerified || isLinkDue) && (
          <span className="rounded-full bg-sunk px-3 py-1 text-meta font-medium text-muted">
            {emailVerified ? words.confirmed : words.notConfirmed}
          </span>
        )}
      </p>
      {sentTo === undefined && pendingEmail !== null && (
        <p className="mt-2 text-muted">
          <Sentence
            parts={words.waitsForConfirmation({
              email: <strong key="email">{pendingEmail}</strong>,
            })}
          />
        </p>
      )}
      {sentTo !== undefined && (
        <div className="mt-4">
          <Alert type="success">{words.openTheLinkInTheNewMailbox({ email: sentTo })}</Alert>
        </div>
      )}
      {isOpen ? (
        <EmailForm
          onDone={(to) => {
            setOpen(false);
            setSentTo(to);
          }}
        />
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {words.changeAddress}
          </Button>
          {isLinkDue && (
            <Button variant="secondary" busy={resend.isPending} onClick={() => resend.mutate()}>
              {words.sendTheLinkAgain}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** `onDone` receives the address to which a link was mailed. Undefined if the person cancels. */
function EmailForm({ onDone }: { onDone: (email?: string) => void }) {
  const client = useQueryClient();
  const { formProps, field, busy, failure, isAtField } = useForm(async ({ email = '' }) => {
    await call(changeEmail, { body: { email } }, { quiet: true });
    await client.invalidateQueries({ queryKey: securityKey });
    onDone(email);
  });
  const problem = failure === undefined ? '' : messageOf(failure, words.addressNotChanged);
  return (
    <Form {...formProps} className="mt-4 flex flex-col gap-4">
      <TextField
        {...field('email', words.newAddress, words.enterTheNewAddress)}
        type="email"
        autoComplete="email"
        inputMode="email"
        autoFocus
      />
      {problem !== '' && !isAtField(problem) && <Alert type="error">{problem}</Alert>}
      <div className="flex justify-end gap-3">
        <Button variant="secondary" onClick={() => onDone()}>
          {words.cancel}
        </Button>
        <Button type="submit" busy={busy}>
          {words.sendLink}
        </Button>
      </div>
    </Form>
  );
}
