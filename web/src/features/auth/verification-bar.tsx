import * as words from '#words/auth';
import { resendVerification } from '@roost/contract/addresses';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { call } from '../../lib/api/api.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { useViewer } from './viewer.ts';

/** Reminds a member whose address is not confirmed, above every page. */
export function VerificationBar() {
  const { email } = useViewer();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => call(resendVerification, {}),
  });
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-accent-soft px-4 py-2.5 text-meta">
      <MailCheck className="shrink-0 text-accent-text" />
      <p role="status" className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        {isSuccess ? (
          words.linkSentAgain
        ) : (
          <Sentence
            parts={words.confirmAddress({
              email: <strong key="email">{email}</strong>,
            })}
          />
        )}
      </p>
      {!isSuccess && (
        <Button variant="secondary" size="sm" busy={isPending} onClick={() => mutate()}>
          {words.sendAgain}
        </Button>
      )}
    </div>
  );
}
