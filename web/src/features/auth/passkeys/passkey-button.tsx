import * as words from '#words/auth';
import { loginPasskey } from '@roost/contract/passkeys';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { call } from '../../../lib/api/api.ts';
import { isCancelled, messageOf } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import type { Refusal } from '../refusals/refusal.ts';
import { signInBy } from '../sign-in.ts';
import { provePasskey } from './passkey-browser.ts';

/** Signs in by a passkey, without a password. */
export function PasskeyButton({ onRefused }: { onRefused: (refusal: Refusal) => void }) {
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      const body = await provePasskey();
      await signInBy(() => call(loginPasskey, { body }, { quiet: true }), onRefused);
    },
  });
  return (
    <div className="mt-3 flex flex-col gap-3">
      {error && !isCancelled(error) && (
        <Alert type="error">{messageOf(error, words.thePasskeyDidNotWork)}</Alert>
      )}
      <Button
        variant="secondary"
        size="lg"
        busy={isPending}
        icon={<KeyRound />}
        onClick={() => mutate()}
      >
        {words.useAPasskey}
      </Button>
    </div>
  );
}
