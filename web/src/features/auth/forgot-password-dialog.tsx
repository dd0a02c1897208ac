import { forgetPassword } from '@roost/contract/auth';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api.ts';
import { wordsOf } from '../../lib/api-error.ts';
import { RESEND_WAIT_S } from '../../lib/constants.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface ForgotPasswordDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What was already typed into the login form. */
  knownEmail: () => string;
}

/** Asks for a link by mail. The wait before another outlives the dialog being closed. */
export function ForgotPasswordDialog({
  open,
  onOpenChange,
  knownEmail,
}: ForgotPasswordDialogProps) {
  const [sentAt, setSentAt] = useState<number>();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Forgot password"
      description="Enter the email of your account and we’ll send a link to choose a new password."
    >
      <AskForLink startWith={knownEmail} sentAt={sentAt} onSent={() => setSentAt(Date.now())} />
    </Dialog>
  );
}

interface AskForLinkProps {
  startWith: () => string;
  sentAt: number | undefined;
  onSent: () => void;
}

function AskForLink({ startWith, sentAt, onSent }: AskForLinkProps) {
  const [email, setEmail] = useState(startWith);
  const wait = useSecondsLeft(sentAt);
  const { formProps, field, busy, failure } = useForm(async () => {
    await call(forgetPassword, { body: { email } }, { quiet: true });
    onSent();
  });

  return (
    <form {...formProps} className="mt-5 flex flex-col gap-5">
      <TextField
        {...field('email', 'Email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {failure !== undefined && (
        <Notice type="error">
          <p>Failed to send reset link.</p>
          <p className="text-muted">{wordsOf(failure, '')}</p>
        </Notice>
      )}
      {sentAt !== undefined && failure === undefined && (
        <Notice type="success">Password reset link sent to your email.</Notice>
      )}
      <Button
        type="submit"
        size="lg"
        busy={busy}
        disabled={email.trim() === '' || wait > 0}
        className="nums"
      >
        {wait > 0 ? `Resend in ${clock(wait)}` : sentAt === undefined ? 'Send link' : 'Resend link'}
      </Button>
    </form>
  );
}

function useSecondsLeft(since: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const left =
    since === undefined
      ? 0
      : Math.max(0, RESEND_WAIT_S - Math.floor(Math.max(0, now - since) / 1000));
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [left]);
  return left;
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
