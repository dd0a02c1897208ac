import { cancelSubscription } from '@roost/contract/subscription';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { inWords } from './money.ts';
import { subscriptionKeys } from './subscription.query.ts';

interface CancelLinkProps {
  endDate: string;
  /** The time paid for is over, and a payment is being tried again. */
  isInGrace: boolean;
}

/** For the monthly plan only; says until when Premium runs before anything is done. */
export function CancelLink({ endDate, isInGrace }: CancelLinkProps) {
  const [isAsking, setAsking] = useState(false);
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
      <button
        type="button"
        onClick={() => setAsking(true)}
        className="min-h-11 px-3 font-semibold text-danger-text underline underline-offset-2"
      >
        Cancel Subscription
      </button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Cancel Subscription"
        description={
          isInGrace
            ? 'No further payment is tried, and Premium ends now. What you made with it stays.'
            : `Premium stays yours until ${inWords(endDate)}, then ends by itself. Nothing more is charged.`
        }
        confirmLabel="Cancel Subscription"
        danger
        onConfirm={cancel}
      />
    </>
  );
}
