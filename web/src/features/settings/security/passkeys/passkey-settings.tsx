import * as words from '#words/settings';
import { removePasskey, type Passkey } from '@roost/contract/passkeys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../lib/api/api.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { Sentence } from '../../../../ui/sentence.tsx';
import { hasPasskeys } from '../../../auth/passkeys/has-passkeys.ts';
import { useViewer } from '../../../auth/viewer.ts';
import { securityKey, type Security } from '../security.query.ts';
import { AddPasskey } from './add-passkey.tsx';

/** The viewer's passkeys, and a way to add one if this browser can. */
export function PasskeySettings({
  security: { passkeys, passkeysOffered },
}: {
  security: Security;
}) {
  const { emailUnverified } = useViewer();
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="mb-4 divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey._id} passkey={passkey} />
          ))}
        </ul>
      )}
      {emailUnverified ? (
        <p className="text-muted">{words.confirmYourAddressFirst}</p>
      ) : !passkeysOffered ? (
        <p className="text-muted">{words.thisSiteHasNoPasskeys}</p>
      ) : hasPasskeys() ? (
        <AddPasskey />
      ) : (
        <p className="text-muted">{words.thisBrowserHasNoPasskeys}</p>
      )}
    </>
  );
}

function PasskeyRow({ passkey: { _id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => call(removePasskey, { params: { passkeyId: _id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: securityKey }),
  });
  const time = <RelativeTime key="time" iso={lastUsedAt ?? createdAt} />;
  return (
    <li className="flex items-center gap-4 py-3">
      <KeyRound className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-name font-semibold">{name}</p>
        <p className="text-meta text-muted">
          <Sentence parts={lastUsedAt ? words.lastUsed({ time }) : words.added({ time })} />
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        busy={remove.isPending}
        aria-label={words.removeThePasskey({ name })}
        onClick={() => setAsking(true)}
      >
        {words.remove}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.removeThePasskey({ name })}
        description={words.itWillNoLongerSignYouIn}
        confirmLabel={words.remove}
        danger
        // The dialog closes at once, because the call may ask for a proof.
        onConfirm={() => remove.mutate()}
      />
    </li>
  );
}
