import * as words from '#words/billing';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { LoadError } from '../../ui/states/load-error.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { inMoney, longDateOf } from './money.ts';
import { paymentsQuery } from './subscription.query.ts';
import { planNames } from './plan-names.ts';

/** A button that opens the list of payments. */
export function PaymentHistory() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {words.paymentHistory}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={words.paymentHistory}>
        <Payments />
      </Dialog>
    </>
  );
}

/** The payment history of people without Premium. It appears only if they paid before. */
export function PastPayments() {
  const { data } = useQuery(paymentsQuery);
  return data && data.length > 0 ? <PaymentHistory /> : null;
}

function Payments() {
  const { data, error, refetch } = useQuery(paymentsQuery);
  if (error && !data) return <LoadError message={error.message} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status" aria-label={words.loadingPayments} aria-busy>
        {[0, 1].map((row) => (
          <div key={row} className="flex justify-between gap-4 py-3">
            <Skeleton className="h-9 w-48 rounded-xs" />
            <Skeleton className="h-5 w-14 rounded-xs" />
          </div>
        ))}
      </div>
    );
  if (data.length === 0) return <p className="text-muted">{words.youHaveNotPaidForAnythingYet}</p>;
  return (
    <>
      <ul aria-label={words.payments} className="nums divide-y divide-line">
        {data.map((payment) => (
          <li key={payment._id} className="flex items-baseline justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="font-semibold">{longDateOf(payment.paidAt)}</p>
              <p className="text-meta text-muted">
                {words.paymentOf({
                  plan: planNames[payment.plan],
                  start: longDateOf(payment.periodStart),
                  end: longDateOf(payment.periodEnd),
                })}
              </p>
            </div>
            <p className="shrink-0 font-semibold">{inMoney(payment.amount, payment.currency)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-meta text-muted">{words.aReceiptForEachGoesToYourEmail}</p>
    </>
  );
}
