import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { LoadingMark } from '../../ui/loading-mark.tsx';
import { statusQuery } from './subscription.query.ts';

const POLL_EVERY_MS = 2_000;
/** After this long it says that it takes longer than usual, and goes on asking less often. */
const USUALLY_WITHIN_MS = 15_000;

/** Somebody has come back from paying. That means nothing by itself: what they have is asked for until it is there. */
export function Confirming({ onGiveUp }: { onGiveUp: () => void }) {
  const [isLate, setLate] = useState(false);
  useQuery({ ...statusQuery, refetchInterval: isLate ? 5 * POLL_EVERY_MS : POLL_EVERY_MS });
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), USUALLY_WITHIN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center">
      <LoadingMark className="h-24" />
      <div role="status">
        <p className="text-section font-semibold">Confirming…</p>
        <p className="mt-2 max-w-[44ch] text-muted text-balance">
          {isLate
            ? 'This takes longer than usual. If you have paid, nothing is lost: Premium is shown here as soon as that is confirmed. If you have not, go back to the plans.'
            : 'Your payment is being confirmed. This takes a moment.'}
        </p>
      </div>
      <Button variant="secondary" className="mt-6" onClick={onGiveUp}>
        Back to the plans
      </Button>
    </div>
  );
}
