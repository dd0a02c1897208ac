import * as words from '#words/billing';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { LoadingLogo } from '../../ui/states/loading-logo.tsx';
import { statusQuery } from './subscription.query.ts';

const POLL_INTERVAL_MS = 2_000;
/** After this time the page says that the confirmation is late, and polls less often. */
const LATE_AFTER_MS = 15_000;

/**
 * Shown after the return from checkout. The return proves no payment, so this polls the status until Premium is active.
 */
export function PaymentConfirmation({ onGiveUp }: { onGiveUp: () => void }) {
  const [isLate, setLate] = useState(false);
  useQuery({ ...statusQuery, refetchInterval: isLate ? 5 * POLL_INTERVAL_MS : POLL_INTERVAL_MS });
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center">
      <LoadingLogo className="h-24" />
      <div role="status">
        <p className="text-section font-semibold">{words.confirming}</p>
        <p className="mt-2 max-w-[44ch] text-muted text-balance">
          {isLate ? words.thisTakesLongerThanUsual : words.yourPaymentIsBeingConfirmed}
        </p>
      </div>
      <Button variant="secondary" className="mt-6" onClick={onGiveUp}>
        {words.backToThePlans}
      </Button>
    </div>
  );
}
