import * as words from '#words/auth';
import { Form } from '@base-ui/react/form';
import { forgetPassword } from '@roost/contract/auth';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { durationText } from '../../lib/format/duration.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Alert } from '../../ui/states/alert.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';

const RESEND_WAIT_SECONDS = 120;

interface ForgotPasswordDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The text of the login form's e-mail field. */
  knownEmail: () => string;
}

/** Requests a reset link by mail. The wait before the next request continues while the dialog is closed. */
export function ForgotPasswordDialog({
  open,
  onOpenChange,
  knownEmail,
}: ForgotPasswordDialogProps) {
  const [sent, setSent] = useState<SentLink>();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.forgotPassword}
      keepsText={sent !== undefined}
      description={words.enterTheEmailOfYourAccountAndWell}
    >
      <AskForLink
        startWith={knownEmail}
        sent={sent}
        onSent={(email) => setSent({ email, at: performance.now() })}
      />
    </Dialog>
  );
}

/** The last link, and when it was sent, by the monotonic clock. */
interface SentLink {
  email: string;
  at: number;
}

interface AskForLinkProps {
  startWith: () => string;
  sent: SentLink | undefined;
  onSent: (email: string) => void;
}

function AskForLink({ startWith, sent, onSent }: AskForLinkProps) {
  const [email, setEmail] = useState(startWith);
  // Another address has got no link yet, so nobody has to wait for it.
  const sentAt = sent?.email === email.trim() ? sent.at : undefined;
  const wait = useSecondsLeft(sentAt);
  const { formProps, field, busy, failure } = useForm(async () => {
    await call(forgetPassword, { body: { email } }, { quiet: true });
    onSent(email.trim());
  });

  return (
    <Form {...formProps} className="mt-5 flex flex-col gap-5">
      <TextField
        {...field('email', words.email, words.enterYourEmail)}
        type="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {failure !== undefined && (
        <Alert type="error">
          <p>{words.failedToSendResetLink}</p>
          <p className="text-muted">{messageOf(failure, '')}</p>
        </Alert>
      )}
      {sentAt !== undefined && failure === undefined && (
        <Alert type="success">{words.passwordResetLinkSentToYourEmail}</Alert>
      )}
      <Button
        type="submit"
        size="lg"
        busy={busy}
        disabled={email.trim() === '' || wait > 0}
        className="nums"
      >
        {wait > 0
          ? words.resendIn({ wait: durationText(wait) })
          : sentAt === undefined
            ? words.sendLink
            : words.resendLink}
      </Button>
    </Form>
  );
}

function useSecondsLeft(since: number | undefined): number {
  const [now, setNow] = useState(() => performance.now());
  const left =
    since === undefined
      ? 0
      : Math.max(0, RESEND_WAIT_SECONDS - Math.floor(Math.max(0, now - since) / 1000));
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [left]);
  return left;
}
