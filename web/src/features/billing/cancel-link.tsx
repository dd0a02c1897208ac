import * as words from '#words/billing';
import { cancelSubscription } from '@roost/contract/billing';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { call } from '../../lib/api/api.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { longDateOf } from './money.ts';
import { subscriptionKeys } from './subscription.query.ts';

interface CancelLinkProps {
  endDate: string;
  /**
   * `paid`: the paid period has not ended. `renewing`: it has ended, and the renewal is not confirmed. `failing`: a
   * payment failed.
   */
  moment: 'paid' | 'renewing' | 'failing';
  /** The subscription is already cancelled. Only the closing dialog is still visible. */
  isCancelled: boolean;
  /** Receives the focus when the button has disappeared. */
  heading: RefObject<HTMLElement | null>;
}

const consequences: Record<CancelLinkProps['moment'], (endDate: string) => string> = {
  paid: (endDate) => words.premiumStaysYours({ endDate: longDateOf(endDate) }),
  renewing: () => words.theRenewalThatIsBeingConfirmed,
  failing: () => words.noFurtherPaymentIsTried,
};

/** The cancel button of the monthly plan. Its dialog first says until when Premium remains active. */
export function CancelLink({ endDate, moment, isCancelled, heading }: CancelLinkProps) {
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const client = useQueryClient();

  async function cancel() {
    try {
      await call(cancelSubscription, {}, { quiet: true });
      await client.invalidateQueries({ queryKey: subscriptionKeys.status });
    } catch (error) {
      // Log the failure only. The page still shows the current status.
      console.error('The subscription was not cancelled.', error);
    }
  }

  return (
    <>
      {!isCancelled && (
        <button
          ref={button}
          type="button"
          onClick={() => setAsking(true)}
          className="min-h-11 px-3 font-semibold text-danger-text underline underline-offset-2"
        >
          {words.cancelSubscription}
        </button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={words.cancelSubscription}
        description={consequences[moment](endDate)}
        confirmLabel={words.cancelSubscription}
        cancelLabel={words.keepPremium}
        danger
        finalFocus={() => button.current ?? heading.current}
        onConfirm={cancel}
      />
    </>
  );
}
