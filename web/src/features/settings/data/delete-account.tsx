import * as words from '#words/settings';
import { deleteAccount } from '@roost/contract/personal-data';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { briefTime } from '../../../lib/format/relative-time.ts';
import { dateFormat } from '../../../lib/locale.ts';
import { wallClock } from '../../../lib/wall-clock.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { toast } from '../../../ui/overlays/toasts.ts';
import { endSession } from '../../auth/end-session.ts';
import { limitsQuery } from '../../users/limits.query.ts';

const DAY_MS = 86_400_000;
const dayFormat = dateFormat({ dateStyle: 'medium' });

/** People read the date on the sign-in page, to which the deletion leads. */
const CLOSED_NOTICE_MS = 10_000;

/** Closes the viewer's account, and signs out. */
export function DeleteAccount() {
  const [asking, setAsking] = useState(false);
  const erasedOn = useErasureDay(asking);
  const close = useMutation({
    mutationFn: () => call(deleteAccount, {}),
    async onSuccess({ data }) {
      await endSession();
      toast.info(words.accountClosedUntil({ date: briefTime(data.deletesAt) }), CLOSED_NOTICE_MS);
    },
  });
  return (
    <>
      <Button variant="danger" busy={close.isPending} onClick={() => setAsking(true)}>
        {words.deleteAccount}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.askDeleteAccount}
        description={
          erasedOn ? words.everythingIsErasedOn({ date: erasedOn }) : words.everythingIsErased
        }
        confirmLabel={words.deleteAccount}
        danger
        // The dialog closes at once, because the call may ask for a proof.
        onConfirm={() => close.mutate()}
      />
    </>
  );
}

/** The day on which an account that is deleted now will be erased. Undefined until the server has answered. */
function useErasureDay(isAsking: boolean): string | undefined {
  const days = useQuery(limitsQuery).data?.deletionDays;
  return useMemo(
    () =>
      isAsking && days !== undefined ? dayFormat.format(wallClock() + days * DAY_MS) : undefined,
    [isAsking, days],
  );
}
