import * as words from '#words/settings';
import { disableTotp, replaceRecoveryCodes, setUpTotp } from '@roost/contract/factors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../lib/api/api.ts';
import { useStore } from '../../../../lib/store.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx';
import { Alert } from '../../../../ui/states/alert.tsx';
import { useViewer } from '../../../auth/viewer.ts';
import { securityKey, type Security } from '../security.query.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';
import { unsavedCodes } from './unsaved-codes.ts';

/** The authenticator app: off, being set up, or on. New recovery codes show once, until the person has kept them. */
export function TwoFactorSettings({ security }: { security: Security }) {
  const client = useQueryClient();
  const { codes } = useStore(unsavedCodes);
  const refresh = () => client.invalidateQueries({ queryKey: securityKey });
  const show = (recoveryCodes: string[]) => {
    unsavedCodes.set({ codes: recoveryCodes });
    void refresh();
  };
  if (codes) return <RecoveryCodes codes={codes} onDone={() => unsavedCodes.set({})} />;
  return security.totp ? (
    <TurnedOn codesLeft={security.recoveryCodesLeft} onCodes={show} onOff={() => void refresh()} />
  ) : (
    <TurnedOff onCodes={show} />
  );
}

function TurnedOff({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const { emailUnverified } = useViewer();
  const begin = useMutation({ mutationFn: async () => (await call(setUpTotp, {})).data });
  if (begin.data)
    return (
      <TotpSetup key={begin.data.secret} {...begin.data} onCodes={onCodes} onCancel={begin.reset} />
    );
  if (emailUnverified) return <p className="text-muted">{words.confirmYourAddressFirst}</p>;
  return (
    <Button variant="secondary" busy={begin.isPending} onClick={() => begin.mutate()}>
      {words.setUpAnApp}
    </Button>
  );
}

interface TurnedOnProps {
  codesLeft: number;
  onCodes: (codes: string[]) => void;
  onOff: () => void;
}

function TurnedOn({ codesLeft, onCodes, onOff }: TurnedOnProps) {
  const [asking, setAsking] = useState<'off' | 'codes'>();
  const turnOff = useMutation({ mutationFn: () => call(disableTotp, {}), onSuccess: onOff });
  const replace = useMutation({
    mutationFn: () => call(replaceRecoveryCodes, {}),
    onSuccess: ({ data }) => onCodes(data.recoveryCodes),
  });
  const close = () => setAsking(undefined);
  return (
    <>
      <Alert type={codesLeft > 2 ? 'success' : 'info'}>
        {words.theAppIsOn} {words.recoveryCodesLeft({ count: codesLeft })}
      </Alert>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" busy={replace.isPending} onClick={() => setAsking('codes')}>
          {words.newRecoveryCodes}
        </Button>
        <Button variant="secondary" busy={turnOff.isPending} onClick={() => setAsking('off')}>
          {words.turnOff}
        </Button>
      </div>
      <ConfirmDialog
        open={asking === 'codes'}
        onOpenChange={close}
        title={words.askNewRecoveryCodes}
        description={words.theOldCodesStopWorking}
        confirmLabel={words.newRecoveryCodes}
        // The dialog closes at once, because the call may ask for a proof.
        onConfirm={() => replace.mutate()}
      />
      <ConfirmDialog
        open={asking === 'off'}
        onOpenChange={close}
        title={words.askTurnOffTheApp}
        description={words.signingInWillNeedNoCode}
        confirmLabel={words.turnOff}
        danger
        onConfirm={() => turnOff.mutate()}
      />
    </>
  );
}
