import * as words from '#words/notifications';
import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { AppealForm } from '../../auth/refusals/appeal-form.tsx';

interface AppealDialogProps {
  decisionId: string;
  open: boolean;
  onClose: (isSent: boolean) => void;
}

/** Appeals against a decision about the viewer. */
export function AppealDialog({ decisionId, open, onClose }: AppealDialogProps) {
  const [isSent, setSent] = useState(false);
  const close = () => onClose(isSent);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || close()}
      title={words.appealAgainst}
      description={isSent ? undefined : words.appealExplained}
    >
      <div className="mt-5 flex flex-col gap-4">
        <AppealForm against={{ decisionId }} onSent={() => setSent(true)} />
        {isSent && (
          <Button className="self-end" onClick={close}>
            {words.close}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
