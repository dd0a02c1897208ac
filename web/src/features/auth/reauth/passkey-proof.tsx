import * as words from '#words/auth';
import { reauth } from '@roost/contract/factors';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { call } from '../../../lib/api/api.ts';
import { isCancelled, messageOf } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { provePasskey } from '../passkeys/passkey-browser.ts';

/** Gives the proof by a passkey. */
export function PasskeyProof({ onProved }: { onProved: () => void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () =>
      call(
        reauth,
        { body: { passkey: await provePasskey() } },
        { quiet: true, asksForProof: false },
      ),
    onSuccess: onProved,
  });
  return (
    <>
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
    </>
  );
}
