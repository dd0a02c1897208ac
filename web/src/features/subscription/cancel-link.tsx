import { cancelSubscription } from '@roost/contract/subscription';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { call } from '../../lib/api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { inWords } from './money.ts';
import { subscriptionKeys } from './subscription.query.ts';

interface CancelLinkProps {
  endDate: string;
  /** Whether the time paid for runs; is over, with the renewal not yet confirmed; or is over, with a payment that failed. */
  moment: 'paid' | 'renewing' | 'failing';
  /** Done already: only the dialog is still there, as it closes. */
  isCancelled: boolean;
  /** What has the focus once there is no button to go back to. */
  heading: RefObject<HTMLElement | null>;
}

const consequences: Record<CancelLinkProps['moment'], (endDate: string) => string> = {
  paid: (endDate) =>
    `Premium stays yours until ${inWords(endDate)}, then ends by itself. Nothing more is charged.`,
  renewing: () =>
    'The renewal that is being confirmed still counts, and Premium ends by itself after it. Nothing more is charged.',
  failing: () => 'No further payment is tried, and Premium ends now. What you made with it stays.',
};

/** For the monthly plan only; says until when Premium runs before anything is done. */
export function CancelLink({ endDate, moment, isCancelled, heading }: CancelLinkProps) {
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const client = useQueryClient();

  async function cancel() {
    try {
      await call(cancelSubscription, {}, { quiet: true });
      await client.invalidateQueries({ queryKey: subscriptionKeys.status });
    } catch (error) {
      // Only logged (spec §8); the page still shows how it stands.
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
          Cancel Subscription
        </button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Cancel Subscription"
        description={consequences[moment](endDate)}
        confirmLabel="Cancel Subscription"
        cancelLabel="Keep Premium"
        danger
        finalFocus={() => button.current ?? heading.current}
        onConfirm={cancel}
      />
    </>
  );
}
